// SPDX-License-Identifier: Apache-2.0
// A generated recording in a folder of the test's own.
#pragma once

#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include <orbweaver/ax25/generator.hpp>
#include <orbweaver/ax25/reference.hpp>

#include "temporary_folder.hpp"

namespace orbweaver::ax25 {

/// At the least rate, as tests have little time.
inline GeneratorPlan small_plan() { return {.sample_rate_hz = 48'000, .frames = 6}; }

class TrafficOnFile {
 public:
  explicit TrafficOnFile(const GeneratorPlan& plan = small_plan(),
                         const std::string& name = "a.cf32")
      : path_(folder_.file(name)), rate_hz_(plan.sample_rate_hz) {
    auto sent = generate_recording(plan, path_);
    EXPECT_TRUE(sent) << sent.error();
    if (sent) sent_ = *std::move(sent);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path file(const char* name) const { return folder_.file(name); }
  [[nodiscard]] const std::vector<Transmission>& sent() const { return sent_; }

  [[nodiscard]] std::vector<HeardFrame> receive(double offset_hz = 0,
                                                std::size_t packet = 4096) const {
    std::vector<HeardFrame> heard;
    const auto reception =
        receive_recording(path_, {.choices = {rate_hz_, offset_hz}, .packet_samples = packet},
                          [&heard](const HeardFrame& frame) { heard.push_back(frame); });
    EXPECT_TRUE(reception) << reception.error();
    return heard;
  }

 private:
  recording::TemporaryFolder folder_;
  std::filesystem::path path_;
  std::uint32_t rate_hz_;
  std::vector<Transmission> sent_;
};

}  // namespace orbweaver::ax25
