// SPDX-License-Identifier: Apache-2.0
// long double: IEEE 754 binary128 on the wire. The 80 bits of x86 and the 64 of 32-bit ARM fit into
// it exactly; the way back rounds to the nearest value, ties to even. CORBA 3.3 Part 2, 9.3.1.3.
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include "binary128.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace orbweaver::cdr {
namespace {

using Octets = std::array<std::byte, 16>;

// In native order.
#if __LDBL_MANT_DIG__ == 53
Octets octets_of(long double value) noexcept {
  const auto quad = detail::to_binary128(value);
  return std::bit_cast<Octets>(kNativeOrder == ByteOrder::little ? std::array{quad.low, quad.high}
                                                                 : std::array{quad.high, quad.low});
}
long double value_of(Octets octets) noexcept {
  auto [high, low] = std::bit_cast<std::array<std::uint64_t, 2>>(octets);
  if (kNativeOrder == ByteOrder::little) std::swap(high, low);
  return detail::to_double({high, low});
}
#else
#if __LDBL_MANT_DIG__ == 113
using Quad = long double;
#else
__extension__ using Quad = __float128;
#endif
Octets octets_of(long double value) noexcept {
  return std::bit_cast<Octets>(static_cast<Quad>(value));
}
long double value_of(Octets octets) noexcept {
  return static_cast<long double>(std::bit_cast<Quad>(octets));
}
#endif

// Between native order and `order`, in either direction.
Octets turned(Octets octets, ByteOrder order) noexcept {
  if (order != kNativeOrder) std::ranges::reverse(octets);
  return octets;
}

}  // namespace

void Encoder::put_long_double(long double value) {
  align(8);
  put_bytes(turned(octets_of(value), order_));
}

long double Decoder::get_long_double() noexcept {
  Octets octets{};
  const Bytes found = get_bytes(octets.size(), 8);
  if (found.empty()) return 0;
  std::ranges::copy(found, octets.begin());
  return value_of(turned(octets, order_));
}

}  // namespace orbweaver::cdr
