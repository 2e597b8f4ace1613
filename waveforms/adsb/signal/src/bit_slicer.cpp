// SPDX-License-Identifier: Apache-2.0
#include "bit_slicer.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <orbweaver/adsb/frame.hpp>

#include "preamble.hpp"

namespace orbweaver::adsb {
namespace {

constexpr std::size_t kShortBits = 56;
constexpr std::size_t kLongBits = 112;
// The five bits of the downlink format, and three more after which their decision hardly changes.
constexpr std::size_t kPeekBits = 8;

/// How a chip shares its energy: `first` in its own sample, `second` in the next one.
struct Taps {
  float first = 0;
  float second = 0;
};

struct Alignment {
  const std::uint16_t* bits = nullptr;  ///< the own sample of the first bit's first chip
  Taps taps;
};

Alignment align(const std::uint16_t* m, std::int32_t pulse) {
  // Only the pulses at 2 and 9 have quiet after them, only those at 0 and 7 quiet before them.
  const std::int32_t after = (m[3] + m[10]) / 2;
  const std::int32_t before = (m[-1] + m[6]) / 2;
  // Between the pulses at 0 and 2, and at 7 and 9, the energy of both sides meets.
  const std::int32_t between = (m[1] + m[8]) / 2;
  const std::int32_t side = (std::max(after, before) + between) / 2;
  const auto leak = static_cast<float>(std::min(side, pulse));
  const auto level = static_cast<float>(pulse);
  const std::uint16_t* bits = m + kPreambleSamples;
  if (after >= before) return {bits, {level, leak}};
  return {bits - 1, {leak, level}};
}

/// The most likely bits, one step a bit. A path is known by its last bit: a zero ends with a pulse,
/// which leaks into the next bit's first sample, a one does not.
class Trellis {
 public:
  explicit Trellis(const Alignment& alignment)
      : in_(alignment.bits),
        taps_(alignment.taps),
        pulse_energy_(taps_.first * taps_.first + taps_.second * taps_.second),
        overlap_energy_(2 * taps_.first * taps_.second) {}

  void advance_to(std::size_t bits) {
    while (steps_ < bits) step();
  }

  /// Writes the bits decided so far; nothing follows the last one.
  void trace_back(std::span<std::uint8_t> octets) const {
    // A last zero's pulse ends in the sample after it.
    const float leak = taps_.second * (taps_.second - 2 * static_cast<float>(in_[0]));
    bool bit = lead_ + leak > 0;
    std::ranges::fill(octets, std::uint8_t{0});
    for (std::size_t at = steps_; at-- > 0;) {
      if (bit) octets[at / 8] = static_cast<std::uint8_t>(octets[at / 8] | 0x80 >> (at % 8));
      bit = (bit ? one_after_one_ : zero_after_one_)[at];
    }
  }

 private:
  // Costs are squared distances without the samples' own squares, which all paths share. Only the
  // difference of the two paths' costs is kept: lead_ is what the path that ends in zero costs
  // more.
  void step() {
    const auto early = static_cast<float>(in_[0]);
    const auto late = static_cast<float>(in_[1]);
    in_ += 2;
    const float leaked = taps_.second * (taps_.second - 2 * early);
    // To each bit from a zero, minus from a one.
    const float to_one = lead_ + leaked + overlap_energy_;
    const float to_zero = lead_ + leaked;
    one_after_one_[steps_] = to_one > 0;
    zero_after_one_[steps_] = to_zero > 0;
    const float one =
        std::min(to_one, 0.0F) + pulse_energy_ - 2 * (early * taps_.first + late * taps_.second);
    const float zero = std::min(to_zero, 0.0F) + taps_.first * (taps_.first - 2 * late);
    lead_ = zero - one;
    ++steps_;
  }

  const std::uint16_t* in_;
  Taps taps_;
  float pulse_energy_;
  float overlap_energy_;
  float lead_ = 1e30F;  // before the first bit there is quiet, as after a one
  std::size_t steps_ = 0;
  std::array<bool, kLongBits> one_after_one_{};
  std::array<bool, kLongBits> zero_after_one_{};
};

bool is_long(const Candidate& candidate) {
  return frame_octets(downlink_format(candidate.octets)) == kLongFrameOctets;
}

bool begins_like_a_frame(const Candidate& candidate) {
  return is_known_format(downlink_format(candidate.octets));
}

}  // namespace

std::optional<Candidate> slice_frame(const std::uint16_t* preamble) {
  Candidate candidate;
  const std::int32_t pulse = (preamble[0] + preamble[2] + preamble[7] + preamble[9]) / 4;
  candidate.level = static_cast<std::uint16_t>(pulse);

  Trellis trellis(align(preamble, pulse));
  trellis.advance_to(kPeekBits);
  trellis.trace_back(candidate.octets);
  if (!begins_like_a_frame(candidate)) return std::nullopt;
  const bool is_long_frame = is_long(candidate);
  trellis.advance_to(is_long_frame ? kLongBits : kShortBits);
  trellis.trace_back(candidate.octets);
  if (!begins_like_a_frame(candidate) || is_long(candidate) != is_long_frame) return std::nullopt;
  candidate.length =
      static_cast<std::uint8_t>(is_long_frame ? kLongFrameOctets : kShortFrameOctets);
  return candidate;
}

}  // namespace orbweaver::adsb
