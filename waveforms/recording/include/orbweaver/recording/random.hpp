// SPDX-License-Identifier: Apache-2.0
// For generators of recordings: random numbers that are the same on every machine for the same
// seed, unlike the standard library's distributions, whose sequences each library chooses itself.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace orbweaver::recording {

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
  }

  /// In [low, high).
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
  }

  /// In [0, count).
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

 private:
  std::uint64_t state_;
};

struct NoisePair {
  float i = 0;
  float q = 0;
};

/// Two independent normal deviates of variance 1 (Box and Muller).
inline NoisePair normal_pair(Random& random) {
  const std::uint64_t bits = random.next();
  constexpr float kUnit = 0x1p-32F;
  const float uniform = (static_cast<float>(bits >> 32) + 0.5F) * kUnit;
  const float angle = static_cast<float>(bits & 0xFFFFFFFF) * kUnit * 2 * std::numbers::pi_v<float>;
  const float radius = std::sqrt(-2 * std::log(uniform));
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace orbweaver::recording
