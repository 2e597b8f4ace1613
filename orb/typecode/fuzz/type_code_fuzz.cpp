// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a TypeCode, then as a value of it. What decodes must encode to bytes
// that decode to an equal type; a value that can be walked must come back the same from the other
// byte order and from another alignment.
//
// Input: one octet that chooses byte order and alignment, then a TypeCode, then a value of it.
#include <orbweaver/typecode/codec.hpp>
#include <orbweaver/typecode/walk.hpp>

#include <algorithm>
#include <cstdlib>

namespace {

using namespace orbweaver;
using namespace orbweaver::typecode;
using cdr::ByteOrder;

void require(bool condition) {
  if (!condition) std::abort();
}

ByteOrder other(ByteOrder order) {
  return order == ByteOrder::little ? ByteOrder::big : ByteOrder::little;
}

void check_type(const TypeDescription& type, ByteOrder order) {
  cdr::Encoder out{other(order)};
  encode(out, type.node());
  cdr::Decoder in{out.bytes(), other(order)};
  const auto again = decode(in);
  require(in.ok() && in.remaining() == 0);
  require(equal(type.node(), again.node()) && equivalent(type.node(), again.node()));
  const auto small = compact(type);
  require(equivalent(small.node(), type.node()));
  static_cast<void>(equal(small.node(), type.node()));
}

void check_value(const TypeNode& type, cdr::Decoder in, ByteOrder order, std::size_t shift) {
  cdr::Decoder skipped{in};
  skip(skipped, type);
  cdr::Encoder first{order};
  copy(in, first, type);
  // A derived value can be passed over, but not written anew.
  require(skipped.ok() || !in.ok());
  if (!in.ok()) return;
  cdr::Encoder turned{other(order)};
  for (std::size_t i = 0; i < shift; ++i) turned.put_octet(0);
  cdr::Decoder once{first.bytes(), order};
  copy(once, turned, type);
  require(once.ok() && once.remaining() == 0);
  cdr::Decoder twice{turned.bytes(), other(order)};
  static_cast<void>(twice.get_bytes(shift));
  cdr::Encoder back{order};
  copy(twice, back, type);
  require(twice.ok() && std::ranges::equal(first.bytes(), back.bytes()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto order = cdr::order_of(data[0] & 1);
  const std::size_t shift = data[0] >> 1 & 7;
  cdr::Decoder in{std::as_bytes(std::span{data, size}).subspan(1), order};
  const auto type = decode(in);
  if (!in.ok()) {
    require(!cdr::describe(*in.error()).empty());
    return 0;
  }
  check_type(type, order);
  check_value(type.node(), in, order, shift);
  return 0;
}
