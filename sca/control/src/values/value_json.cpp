// SPDX-License-Identifier: Apache-2.0
#include "value_json.hpp"

#include <cmath>
#include <cstdlib>

namespace orbweaver::control {

namespace {

using property::Complex;
using property::Scalar;

/// Converts a Latin-1 character to UTF-8.
std::string utf8_of(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x80) return {c};
  return {static_cast<char>(0xc0 | (code >> 6U)), static_cast<char>(0x80 | (code & 0x3fU))};
}

/// Writes the number with the fewest digits that keep it: 0.1, and not 0.10000000149011612, for a
/// float.
Json number_of(const Scalar& value) {
  const auto text = property::to_text(value);
  const double number = std::strtod(text.c_str(), nullptr);
  return std::isfinite(number) ? Json(number) : Json(text);
}

struct ToJson {
  Json operator()(const auto& number) const { return number; }
  Json operator()(char c) const { return utf8_of(c); }
  Json operator()(double value) const { return number_of(value); }
  Json operator()(float value) const { return number_of(value); }
  Json operator()(const property::ObjectReference& value) const { return value.text; }
  Json operator()(const property::UtcTime& value) const { return property::to_text(Scalar{value}); }

  Json operator()(const Scalar& value) const { return std::visit(*this, value); }
  Json operator()(const Complex& value) const {
    return {{"real", (*this)(value.real)}, {"imaginary", (*this)(value.imaginary)}};
  }
  Json operator()(const property::Sequence& value) const {
    auto array = Json::array();
    for (const auto& entry : value.items) array.push_back(std::visit(*this, entry));
    return array;
  }
  Json operator()(const property::Struct& value) const {
    auto new_object = Json::object();
    for (const auto& field : value.fields) new_object[field.id] = std::visit(*this, field.value);
    return new_object;
  }
  Json operator()(const property::StructSequence& value) const {
    auto array = Json::array();
    for (const auto& entry : value.items) array.push_back((*this)(entry));
    return array;
  }
};

struct ToType {
  std::string operator()(const Scalar& value) const {
    return std::string{property::name_of(type_of(value))};
  }
  std::string operator()(const Complex& value) const { return "complex " + (*this)(value.real); }
  std::string operator()(const property::Sequence& value) const {
    return (value.complex ? "complex " : "") + std::string{property::name_of(value.type)} + "[]";
  }
  std::string operator()(const property::Struct&) const { return "struct"; }
  std::string operator()(const property::StructSequence&) const { return "struct[]"; }
};

}  // namespace

Json json_of(const property::Value& value) { return std::visit(ToJson{}, value); }

std::string type_text(const property::Value& value) { return std::visit(ToType{}, value); }

}  // namespace orbweaver::control
