// SPDX-License-Identifier: Apache-2.0
#include "chip_renderer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

#include <orbweaver/adsb/samples.hpp>

namespace orbweaver::adsb {
namespace {

constexpr int kStepsPerSample = 64;
constexpr std::size_t kTableSize = 2 * kFilterReach * kStepsPerSample + 1;

/// Impulse response: a sinc that passes half the sample rate, under a Hann window.
double impulse_response(double t) {
  const double window = 0.5 + 0.5 * std::cos(std::numbers::pi * t / kFilterReach);
  const double angle = std::numbers::pi * t;
  return window * (t == 0 ? 1 : std::sin(angle) / angle);
}

/// The filtered unit step from -kFilterReach to kFilterReach samples.
std::array<float, kTableSize> make_step_response() {
  std::array<float, kTableSize> table{};
  double sum = 0;
  for (std::size_t k = 1; k < kTableSize; ++k) {
    sum += impulse_response((static_cast<double>(k) - 0.5) / kStepsPerSample - kFilterReach);
    table[k] = static_cast<float>(sum);
  }
  for (float& value : table) value /= static_cast<float>(sum);
  return table;
}

float step_response(double t) {
  static const auto table = make_step_response();
  const double at = (t + kFilterReach) * kStepsPerSample;
  if (at <= 0) return 0;
  return table[std::min(static_cast<std::size_t>(std::lround(at)), kTableSize - 1)];
}

/// What a chip that begins t samples before the sampling instant, and lasts one, contributes.
float chip_response(double t) { return step_response(t) - step_response(t - 1); }

/// Where the transmitter is on: the chips of preamble and bits, by rising begin.
std::vector<int> chips_of(const TrueFrame& frame) {
  std::vector<int> chips{0, 2, 7, 9};
  for (int bit = 0; bit < 8 * frame.length; ++bit) {
    const bool one = (frame.octets[static_cast<std::size_t>(bit / 8)] >> (7 - bit % 8) & 1) != 0;
    chips.push_back(16 + 2 * bit + (one ? 0 : 1));
  }
  return chips;
}

}  // namespace

void add_frame(const TrueFrame& frame, std::uint64_t first, std::span<Iq> block) {
  const auto begin = static_cast<std::int64_t>(frame.start_sample) - kFilterReach;
  const auto end = begin + frame_samples(frame) + std::int64_t{2} * kFilterReach + 2;
  const auto block_begin = static_cast<std::int64_t>(first);
  const auto block_end = block_begin + static_cast<std::int64_t>(block.size());
  const auto chips = chips_of(frame);
  const double turn = 2 * std::numbers::pi * frame.carrier_offset_hz / kSampleRateHz;

  auto chip = chips.begin();
  for (auto sample = std::max(begin, block_begin); sample < std::min(end, block_end); ++sample) {
    // A sample is taken in the middle of its interval.
    const double t = static_cast<double>(sample) + 0.5 - frame.start_sample;
    while (chip != chips.end() && t - *chip > kFilterReach + 1) ++chip;
    float envelope = 0;
    for (auto near = chip; near != chips.end() && t - *near > -kFilterReach; ++near) {
      envelope += chip_response(t - *near);
    }
    const auto signal = std::polar(frame.amplitude * envelope, frame.phase_rad + turn * t);
    auto& out = block[static_cast<std::size_t>(sample - block_begin)];
    out.i += static_cast<float>(signal.real());
    out.q += static_cast<float>(signal.imag());
  }
}

}  // namespace orbweaver::adsb
