// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/value.hpp>

#include "utc_time.hpp"

#include <array>
#include <charconv>
#include <type_traits>

namespace orbweaver::property {

namespace {

template <class T>
std::string number_text(T value) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

// A char is Latin-1, as in CORBA; XML is UTF-8.
std::string char_text(char value) {
  const auto code = static_cast<unsigned char>(value);
  if (code < 0x80) return {value};
  return {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
}

struct ScalarText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(char value) const { return char_text(value); }
  std::string operator()(const ObjectReference& value) const { return value.text; }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const UtcTime& value) const { return utc_text(value); }
  std::string operator()(std::uint8_t value) const { return number_text(unsigned{value}); }
  template <class T>
  std::string operator()(T value) const {
    return number_text(value);
  }
};

template <class Items, class Text>
std::string joined(const Items& items, char open, char close, Text text) {
  std::string all{open};
  for (const auto& item : items) {
    if (all.size() > 1) all += ", ";
    all += text(item);
  }
  return all + close;
}

std::string struct_text(const Struct& value) {
  return joined(value.fields, '{', '}',
                [](const Field& field) { return field.id + ": " + to_text(field.value); });
}

// The parts of a complex char are numbers.
std::string part_text(const Scalar& value) {
  const auto* character = std::get_if<char>(&value);
  return character ? number_text(int{static_cast<signed char>(*character)}) : to_text(value);
}

struct ValueText {
  std::string operator()(const Scalar& value) const { return to_text(value); }
  std::string operator()(const Complex& value) const { return to_text(value); }
  std::string operator()(const Struct& value) const { return struct_text(value); }
  std::string operator()(const Sequence& value) const {
    return joined(value.items, '[', ']', [](const auto& item) {
      return std::visit([](const auto& part) { return to_text(part); }, item);
    });
  }
  std::string operator()(const StructSequence& value) const {
    return joined(value.items, '[', ']', struct_text);
  }
};

}  // namespace

bool operator==(const Field& a, const Field& b) { return a.id == b.id && a.value == b.value; }
bool operator==(const Struct& a, const Struct& b) { return a.fields == b.fields; }
bool operator==(const StructSequence& a, const StructSequence& b) { return a.items == b.items; }

Type type_of(const Scalar& value) {
  static_assert(std::variant_size_v<Scalar> == static_cast<std::size_t>(Type::utctime) + 1);
  return static_cast<Type>(value.index());
}

std::string to_text(const Scalar& value) { return std::visit(ScalarText{}, value); }

std::string to_text(const Complex& value) {
  const auto imaginary = part_text(value.imaginary);
  const bool negative = imaginary.starts_with('-');
  return part_text(value.real) + (negative ? "-j" + imaginary.substr(1) : "+j" + imaginary);
}

std::string to_text(const Value& value) { return std::visit(ValueText{}, value); }

}  // namespace orbweaver::property
