// SPDX-License-Identifier: Apache-2.0
// A generated station in a folder of the test's own, received.
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <orbweaver/fm/comparison.hpp>
#include <orbweaver/fm/generator.hpp>
#include <orbweaver/fm/reference.hpp>
#include <orbweaver/fm/wav.hpp>

#include "temporary_folder.hpp"

namespace orbweaver::fm {

class Broadcast {
 public:
  explicit Broadcast(const GeneratorPlan& plan, const std::string& name = "station.cs16")
      : recording_(folder_.file(name)) {
    const auto result = generate_recording(plan, recording_, original());
    EXPECT_TRUE(result) << result.error();
  }

  [[nodiscard]] const std::filesystem::path& recording() const { return recording_; }
  [[nodiscard]] std::filesystem::path original() const { return folder_.file("original.wav"); }
  [[nodiscard]] std::filesystem::path received() const { return folder_.file("received.wav"); }

  /// The WAV file that the receiver makes of it.
  [[nodiscard]] WavFile receive(const Choices& choices, std::size_t packet_samples = 4096) const {
    const auto reception = receive_recording(recording_, choices, packet_samples, received());
    EXPECT_TRUE(reception) << reception.error();
    return read_wav(received()).value_or(WavFile{});
  }

  [[nodiscard]] Comparison compare_with_original(const Choices& choices) const {
    const auto comparison = compare(receive(choices), read_wav(original()).value());
    EXPECT_TRUE(comparison) << comparison.error();
    return comparison.value_or(Comparison{});
  }

 private:
  recording::TemporaryFolder folder_;
  std::filesystem::path recording_;
};

}  // namespace orbweaver::fm
