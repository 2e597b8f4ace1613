// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as values. What decodes must encode to bytes that decode to the same; no
// value may be made for nothing, and bytes can ask for no more values than they hold tags.
//
// Input: one octet that chooses the byte order, then a sequence of values that may share.
#include <orbweaver/corba/value_factories.hpp>

#include <orbweaver/corba/value.hpp>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using namespace orbweaver;
using corba::ValueType;

void require(bool condition) {
  if (!condition) std::abort();
}

// As the IDL compiler writes them, in one class each.
class Node : public virtual CORBA::ValueBase {
 public:
  static constexpr const char* _id = "IDL:N:1.0";
  static constexpr ValueType kType{_id};

  [[nodiscard]] const ValueType& _value_type() const noexcept override { return kType; }
  void _encode_state(cdr::Encoder& encoder) const override;
  void _decode_state(cdr::Decoder& decoder) override;

 private:
  std::uint16_t number_ = 0;
  std::shared_ptr<Node> next_;
  std::string text_;
  std::vector<std::shared_ptr<CORBA::ValueBase>> others_;
};

class Leaf final : public Node {
 public:
  static constexpr const char* _id = "IDL:L:1.0";
  static constexpr ValueType kType{_id, &Node::kType};

  [[nodiscard]] const ValueType& _value_type() const noexcept override { return kType; }
  void _encode_state(cdr::Encoder& encoder) const override {
    Node::_encode_state(encoder);
    cdr::encode(encoder, more_);
  }
  void _decode_state(cdr::Decoder& decoder) override {
    Node::_decode_state(decoder);
    cdr::decode(decoder, more_);
  }

 private:
  std::vector<std::uint64_t> more_;
};

using Values = std::vector<std::shared_ptr<CORBA::ValueBase>>;

std::vector<std::weak_ptr<Node>> made;

template <class T>
struct Factory final : CORBA::ValueFactoryBase {
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    auto value = std::make_shared<T>();
    made.push_back(value);
    return value;
  }
};

// Nothing may be left of values that were refused, nor of those that were taken apart.
void require_none_left() {
  require(std::ranges::all_of(made, [](const auto& node) { return node.expired(); }));
  made.clear();
}
void take_apart(Values& values) {
  for (const auto& value : values) corba::take_apart(value);
  values.clear();
}

Values decoded(Bytes bytes, cdr::ByteOrder order, bool& fits) {
  cdr::Decoder decoder{bytes, order};
  const cdr::ValueReader shared{decoder};
  auto values = cdr::decode<Values>(decoder);
  fits = decoder.ok();
  if (fits) return values;
  require(!cdr::describe(*decoder.error()).empty());
  values.clear();
  return values;
}

std::vector<std::byte> encoded(const Values& values, cdr::ByteOrder order) {
  cdr::Encoder encoder{order};
  const cdr::ValueWriter shared{encoder};
  cdr::encode(encoder, values);
  require(encoder.ok());
  return {encoder.bytes().begin(), encoder.bytes().end()};
}

}  // namespace

template <>
struct orbweaver::corba::IsValue<Node> : std::true_type {};

namespace {

void Node::_encode_state(cdr::Encoder& encoder) const {
  encoder.put(number_);
  cdr::encode(encoder, next_);
  cdr::encode(encoder, text_);
  cdr::encode(encoder, others_);
}

void Node::_decode_state(cdr::Decoder& decoder) {
  number_ = decoder.get<std::uint16_t>();
  cdr::decode(decoder, next_);
  cdr::decode(decoder, text_);
  cdr::decode(decoder, others_);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const auto kNodes =
      corba::exchange_value_factory(Node::_id, std::make_shared<Factory<Node>>());
  static const auto kLeaves =
      corba::exchange_value_factory(Leaf::_id, std::make_shared<Factory<Leaf>>());
  const auto order = cdr::order_of(data[0] & 1);
  bool fits = false;
  auto values = decoded(std::as_bytes(std::span{data, size}).subspan(1), order, fits);
  require(made.size() <= size / 4);
  if (!fits) {
    require_none_left();
    return 0;
  }
  const auto once = encoded(values, order);
  auto again = decoded(once, order, fits);
  require(fits);
  require(std::ranges::equal(encoded(again, order), once));
  take_apart(values);
  take_apart(again);
  require_none_left();
  return 0;
}
