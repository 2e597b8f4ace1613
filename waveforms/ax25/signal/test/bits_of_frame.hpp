// SPDX-License-Identifier: Apache-2.0
// Bits as a slicer gives them, from frames or by hand.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include <orbweaver/ax25/frame.hpp>
#include <orbweaver/ax25/line_bits.hpp>

#include "keying.hpp"

namespace orbweaver::ax25 {

using Octets = std::vector<std::uint8_t>;

inline constexpr std::uint64_t kBitNs = 833'333;

/// One bit time apart, from `at_ns` on.
inline LineBits line_bits(const std::vector<bool>& levels, std::uint64_t at_ns = 0) {
  LineBits bits;
  for (const bool level : levels) bits.bits.push_back({at_ns += kBitNs, level});
  bits.reached_ns = at_ns;
  return bits;
}

/// "01111110": what is sent becomes levels by NRZI.
inline LineBits bits_sent(std::string_view sent) {
  std::vector<bool> levels;
  bool level = false;
  for (const char character : sent) {
    if (character == '0') level = !level;
    levels.push_back(level);
  }
  return line_bits(levels);
}

inline constexpr std::string_view kFlag = "01111110";

/// A frame that says this.
inline Octets frame_saying(std::string_view information) {
  Frame frame{{"APZ001", 0, true},    {"QX1ABC", 7}, {{"WIDE1", 1}},
              kUnnumberedInformation, kNoLayer3,     {}};
  frame.information = information;
  return octets_of(frame);
}

}  // namespace orbweaver::ax25
