// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/deframer.hpp>

#include <orbweaver/ax25/check_sequence.hpp>

namespace orbweaver::ax25 {
namespace {

constexpr std::size_t kCheckOctets = 2;
// When the flag's last bit comes, seven of its bits have been taken for content.
constexpr std::size_t kFlagBitsBefore = 7;
constexpr std::size_t kMostBits = 8 * (kMostFrameOctets + kCheckOctets) + kFlagBitsBefore;

}  // namespace

Deframer::Deframer(std::uint8_t slicer) { findings_.slicer = slicer; }

const Findings& Deframer::push(const LineBits& bits) {
  findings_.frames.clear();
  findings_.reached_ns = bits.reached_ns;
  for (const auto& bit : bits.bits) {
    take(bit.is_mark == was_mark_, bit.time_ns);  // NRZI: a 0 is a change
    was_mark_ = bit.is_mark;
  }
  return findings_;
}

void Deframer::take(bool bit, std::uint64_t time_ns) {
  if (bit) {
    add(true);
    if (++ones_ == 7 && is_between_flags_) {
      ++counts_.aborted;
      is_between_flags_ = false;
    }
    return;
  }
  const int ones = ones_;
  ones_ = 0;
  if (ones == 6) return end_stretch(time_ns);
  if (ones == 5) return;  // stuffed
  add(false);
}

void Deframer::add(bool bit) {
  if (!is_between_flags_) return;
  if (bits_ < kMostBits) {
    if (bits_ % 8 == 0) octets_.push_back(0);
    if (bit) octets_.back() |= static_cast<std::uint8_t>(1U << bits_ % 8);
  }
  ++bits_;
}

void Deframer::end_stretch(std::uint64_t time_ns) {
  if (is_between_flags_ && bits_ > kFlagBitsBefore) judge(time_ns, bits_ - kFlagBitsBefore);
  is_between_flags_ = true;
  bits_ = 0;
  octets_.clear();
}

void Deframer::judge(std::uint64_t time_ns, std::size_t bits) {
  const std::size_t length = bits / 8;
  if (bits % 8 != 0) {
    ++counts_.no_octets;
  } else if (length < kLeastFrameOctets + kCheckOctets) {
    ++counts_.too_short;
  } else if (length > kMostFrameOctets + kCheckOctets) {
    ++counts_.too_long;
  } else {
    const auto content = std::span(octets_).first(length - kCheckOctets);
    const unsigned sent = octets_[length - 2] | unsigned{octets_[length - 1]} << 8U;
    if (sent != check_sequence(content)) {
      ++counts_.wrong;
      return;
    }
    ++counts_.frames;
    findings_.frames.push_back({time_ns,
                                static_cast<std::uint8_t>(1U << findings_.slicer),
                                {content.begin(), content.end()}});
  }
}

}  // namespace orbweaver::ax25
