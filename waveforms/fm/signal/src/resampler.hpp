// SPDX-License-Identifier: Apache-2.0
// Resamples by an exact ratio of whole numbers. liquid's own resamplers add up the time in single
// precision: after minutes of audio theirs is samples away. The filter bank is liquid's.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <orbweaver/fm/liquid_object.hpp>

namespace orbweaver::fm {

class Resampler {
 public:
  /// `up` samples for each `down`. What comes in holds nothing above 0.3 of its rate.
  Resampler(std::uint64_t up, std::uint64_t down);

  /// Appends to `out` what these samples complete.
  void push(std::span<const float> in, std::vector<float>& out);

 private:
  std::uint64_t up_;
  std::uint64_t down_;
  std::uint64_t time_ = 0;  ///< of the next output, in parts of 1/up_ of an input sample
  std::uint64_t arms_;
  LiquidObject<firpfb_rrrf, firpfb_rrrf_destroy> bank_;
};

}  // namespace orbweaver::fm
