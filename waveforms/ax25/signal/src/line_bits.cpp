// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/line_bits.hpp>

#include <cstddef>

#include "network_order.hpp"

namespace orbweaver::ax25 {
namespace {

constexpr std::size_t kNumber = 8;

}  // namespace

void append_octets(std::vector<std::uint8_t>& octets, const LineBits& bits) {
  append_number<kNumber>(octets, bits.reached_ns);
  for (const auto& bit : bits.bits) {
    append_number<kNumber>(octets, bit.time_ns << 1U | (bit.is_mark ? 1U : 0U));
  }
}

std::optional<LineBits> read_line_bits(std::span<const std::uint8_t> octets) {
  if (octets.empty() || octets.size() % kNumber != 0) return std::nullopt;
  LineBits bits{.reached_ns = number_in(octets.first(kNumber)), .bits = {}};
  for (auto rest = octets.subspan(kNumber); !rest.empty(); rest = rest.subspan(kNumber)) {
    const std::uint64_t value = number_in(rest.first(kNumber));
    bits.bits.push_back({value >> 1U, (value & 1U) != 0});
  }
  return bits;
}

}  // namespace orbweaver::ax25
