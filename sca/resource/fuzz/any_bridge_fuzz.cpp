// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as the CF::Properties of a peer's configure. What is a value must give an
// Any that gives the same value; nothing may be thrown, however deep and large the list is.
//
// Input: one octet that chooses the byte order, then the list.
#include <orbweaver/generated/sca/CF/Types.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <cstdlib>

namespace {

using namespace orbweaver;

void require(bool condition) {
  if (!condition) std::abort();
}

// By their texts: a NaN is equal to no number, itself included.
bool same(const property::Value& left, const property::Value& right) {
  return property::to_text(left) == property::to_text(right);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto order = data[0] % 2 == 0 ? cdr::ByteOrder::big : cdr::ByteOrder::little;
  cdr::Decoder decoder{Bytes{reinterpret_cast<const std::byte*>(data) + 1, size - 1}, order};
  CF::Properties properties;
  cdr::decode(decoder, properties);
  if (!decoder.ok()) return 0;
  const resource::AnyBridge bridge{nullptr};
  for (const auto& property : properties) {
    const auto value = bridge.to_value(property.value());
    if (!value) continue;
    const auto any = bridge.to_any(*value);
    require(any.has_value());
    const auto again = bridge.to_value(*any);
    require(again && same(*value, *again));
  }
  return 0;
}
