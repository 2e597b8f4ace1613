#include "bit_slicer.hpp"

#include <algorithm>

#include <orbweaver/adsb/frame.hpp>

#include "preamble.hpp"

namespace orbweaver::adsb {
namespace {

constexpr int kFormatBits = 5;
constexpr int kShortBits = 56;
constexpr int kLongBits = 112;

struct Timing {
  std::int32_t leak = 0;  ///< what a full pulse leaves in the sample beside it
  bool late = true;       ///< it leaks into the sample after the pulse, not before
};

Timing estimate_timing(const std::uint16_t* m, std::int32_t pulse) {
  // Only the pulses at 2 and 9 have quiet after them, only those at 0 and 7 quiet before them.
  const std::int32_t after = (m[3] + m[10]) / 2;
  const std::int32_t before = (m[-1] + m[6]) / 2;
  const bool late = after > before;
  return {std::min(late ? after - before : before - after, pulse), late};
}

void set_bit(Candidate& candidate, int bit, bool value) {
  const auto mask = static_cast<std::uint8_t>(0x80 >> (bit % 8));
  auto& octet = candidate.octets[static_cast<std::size_t>(bit / 8)];
  octet = static_cast<std::uint8_t>(value ? octet | mask : octet & ~mask);
}

/// First half of the bit minus its second half: positive for a one without leakage.
std::int32_t contrast(const std::uint16_t* bits, int bit) {
  return bits[2 * bit] - bits[2 * bit + 1];
}

/// Decides bits [first, last) in time's order; `previous` is the bit before them. A zero ends with
/// a pulse, which leaks into the first half of its successor.
bool slice_late(const std::uint16_t* bits, std::int32_t leak, int first, int last, bool previous,
                Candidate& candidate) {
  for (int bit = first; bit < last; ++bit) {
    previous = 2 * contrast(bits, bit) > (previous ? -leak : leak);
    set_bit(candidate, bit, previous);
  }
  return previous;
}

/// Decides all bits from the last one back. A one begins with a pulse, which leaks into the second
/// half of its predecessor; nothing follows the last bit.
void slice_early(const std::uint16_t* bits, std::int32_t leak, int count, Candidate& candidate) {
  bool next = false;
  for (int bit = count - 1; bit >= 0; --bit) {
    next = 2 * contrast(bits, bit) > (next ? -leak : leak);
    set_bit(candidate, bit, next);
  }
}

bool begins_like_a_frame(const Candidate& candidate) {
  return is_known_format(downlink_format(candidate.octets));
}

bool is_long(const Candidate& candidate) {
  return frame_octets(downlink_format(candidate.octets)) == kLongFrameOctets;
}

bool slice_late_frame(const std::uint16_t* bits, std::int32_t leak, Candidate& candidate) {
  // The quiet before the first bit leaks nothing, as a one would.
  const bool fifth = slice_late(bits, leak, 0, kFormatBits, true, candidate);
  if (!begins_like_a_frame(candidate)) return false;
  slice_late(bits, leak, kFormatBits, is_long(candidate) ? kLongBits : kShortBits, fifth,
             candidate);
  return true;
}

bool slice_early_frame(const std::uint16_t* bits, std::int32_t leak, Candidate& candidate) {
  slice_early(bits, leak, kShortBits, candidate);
  if (!begins_like_a_frame(candidate)) return false;
  if (is_long(candidate)) slice_early(bits, leak, kLongBits, candidate);
  return true;
}

}  // namespace

std::optional<Candidate> slice_frame(const std::uint16_t* preamble) {
  Candidate candidate;
  const std::int32_t pulse = (preamble[0] + preamble[2] + preamble[7] + preamble[9]) / 4;
  candidate.level = static_cast<std::uint16_t>(pulse);

  const Timing timing = estimate_timing(preamble, pulse);
  const std::uint16_t* bits = preamble + kPreambleSamples;
  const bool sliced = timing.late ? slice_late_frame(bits, timing.leak, candidate)
                                  : slice_early_frame(bits, timing.leak, candidate);
  if (!sliced) return std::nullopt;
  candidate.length =
      static_cast<std::uint8_t>(is_long(candidate) ? kLongFrameOctets : kShortFrameOctets);
  return candidate;
}

}  // namespace orbweaver::adsb
