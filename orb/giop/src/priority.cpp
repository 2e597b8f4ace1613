// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/giop/priority.hpp>

#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/cdr/encoder.hpp>

#include <cstring>

namespace orbweaver::giop {

namespace {

constexpr std::size_t kLeastPolicyValue = 8;  // a type, and the length of an empty value
constexpr std::size_t kPriorityAt = 2;

std::optional<PriorityModelValue> read_model(cdr::Decoder value) {
  PriorityModelValue model;
  const auto kind = value.get<std::uint32_t>();
  model.kind = static_cast<PriorityModelKind>(kind);
  model.priority = value.get<std::int16_t>();
  const bool fits = value.ok() && kind <= 1 && model.priority >= 0;
  return fits ? std::optional{model} : std::nullopt;
}

}  // namespace

// Messaging::PolicyValueSeq: type and value, an encapsulation, of each policy.
TaggedComponent make_component(const PriorityModelValue& model) {
  cdr::Encoder encoder;
  encoder.put_octet(cdr::order_octet(encoder.byte_order()));
  encoder.put(std::uint32_t{1});
  encoder.put(kPriorityModelPolicy);
  const auto value = encoder.begin_encapsulation();
  encoder.put(static_cast<std::uint32_t>(model.kind));
  encoder.put(model.priority);
  encoder.end_encapsulation(value);
  const auto bytes = encoder.bytes();
  return {kTagPolicies, {bytes.begin(), bytes.end()}};
}

std::optional<PriorityModelValue> read_priority_model(const TaggedComponent& component) {
  if (component.tag != kTagPolicies) return std::nullopt;
  auto decoder = cdr::Decoder::of_encapsulation(component.data);
  const auto count = decoder.get_length(kLeastPolicyValue);
  for (std::uint32_t i = 0; i < count && decoder.ok(); ++i) {
    const auto type = decoder.get<std::uint32_t>();
    const auto value = decoder.get_octets();
    if (decoder.ok() && type == kPriorityModelPolicy)
      return read_model(cdr::Decoder::of_encapsulation(value));
  }
  return std::nullopt;
}

PriorityContextData encode_priority(std::int16_t priority) noexcept {
  PriorityContextData data{};
  data[0] = std::byte{cdr::kNativeOrder == cdr::ByteOrder::little};
  std::memcpy(data.data() + kPriorityAt, &priority, sizeof priority);
  return data;
}

std::optional<std::int16_t> read_priority(Bytes data) noexcept {
  auto decoder = cdr::Decoder::of_encapsulation(data);
  const auto priority = decoder.get<std::int16_t>();
  return decoder.ok() && priority >= 0 ? std::optional{priority} : std::nullopt;
}

}  // namespace orbweaver::giop
