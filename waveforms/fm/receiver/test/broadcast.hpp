// SPDX-License-Identifier: Apache-2.0
// A generated station in a folder of the test's own, and what the reference makes of it.
#pragma once

#include <filesystem>

#include <gtest/gtest.h>

#include <orbweaver/fm/generator.hpp>
#include <orbweaver/fm/reference.hpp>
#include <orbweaver/fm/wav.hpp>

#include "running_component.hpp"
#include "temporary_folder.hpp"

namespace orbweaver::fm::components {

class Broadcast {
 public:
  explicit Broadcast(const Choices& choices = {}) {
    EXPECT_TRUE(generate_recording({.choices = choices, .seconds = 0.5}, recording(),
                                   folder_.file("original.wav")));
    EXPECT_TRUE(receive_recording(recording(), choices, 65536, folder_.file("reference.wav")));
  }
  /// It states its rate, so no component needs to know that from elsewhere.
  [[nodiscard]] std::filesystem::path recording() const {
    return folder_.file("station.sigmf-meta");
  }
  [[nodiscard]] std::filesystem::path out() const { return folder_.file("out.wav"); }
  [[nodiscard]] WavFile read(const char* name) const {
    return read_wav(folder_.file(name)).value();
  }
  /// Of the source and the sink, and `more`.
  [[nodiscard]] component::testing::Parameters parameters(
      const component::testing::Parameters& more) const {
    component::testing::Parameters all{{"input", recording()}, {"output", out()}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

 private:
  recording::TemporaryFolder folder_;
};

}  // namespace orbweaver::fm::components
