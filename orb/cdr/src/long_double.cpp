// SPDX-License-Identifier: Apache-2.0
// long double: IEEE 754 binary128 on the wire. The 80 bits of x86 fit into it exactly; the way back
// rounds to the nearest value, ties to even. CORBA 3.3 Part 2, 9.3.1.3.
#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace orbweaver::cdr {
namespace {

#if __LDBL_MANT_DIG__ == 113
using Quad = long double;
#else
__extension__ using Quad = __float128;
#endif
static_assert(sizeof(Quad) == 16);

using Octets = std::array<std::byte, 16>;

// Between native order and `order`, in either direction.
Octets turned(Octets octets, ByteOrder order) noexcept {
  if (order != kNativeOrder) std::ranges::reverse(octets);
  return octets;
}

}  // namespace

void Encoder::put_long_double(long double value) {
  align(8);
  put_bytes(turned(std::bit_cast<Octets>(static_cast<Quad>(value)), order_));
}

long double Decoder::get_long_double() noexcept {
  Octets octets{};
  const Bytes found = get_bytes(octets.size(), 8);
  if (found.empty()) return 0;
  std::ranges::copy(found, octets.begin());
  return static_cast<long double>(std::bit_cast<Quad>(turned(octets, order_)));
}

}  // namespace orbweaver::cdr
