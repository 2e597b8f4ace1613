// SPDX-License-Identifier: Apache-2.0
// What the parts of the chain do with samples, whoever hands them on.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace orbweaver::chain_bench {

/// A low pass of second order, transposed direct form II: a few nanoseconds a sample.
class Biquad {
 public:
  void process(std::span<const float> in, std::vector<float>& out) {
    out.resize(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) {
      const float value = kB[0] * in[i] + first_;
      first_ = kB[1] * in[i] - kA[0] * value + second_;
      second_ = kB[2] * in[i] - kA[1] * value;
      out[i] = value;
    }
  }

 private:
  static constexpr std::array kB{0.2929F, 0.5858F, 0.2929F};
  static constexpr std::array kA{0.0F, 0.1716F};
  float first_ = 0, second_ = 0;
};

/// The same packet again and again: a square wave.
class Wave {
 public:
  explicit Wave(std::size_t samples) : packet_(samples) {
    for (std::size_t i = 0; i < samples; ++i) packet_[i] = i % 32 < 16 ? 1.0F : -1.0F;
  }
  void fill(std::vector<float>& out) const { out.assign(packet_.begin(), packet_.end()); }

 private:
  std::vector<float> packet_;
};

/// The power of all that came.
class Power {
 public:
  void add(std::span<const float> in) {
    for (const auto value : in) sum_ += value * value;
  }
  [[nodiscard]] float sum() const noexcept { return sum_; }

 private:
  float sum_ = 0;
};

}  // namespace orbweaver::chain_bench
