// SPDX-License-Identifier: Apache-2.0
#include "value_json.hpp"

#include <orbweaver/property/parse.hpp>

#include <stdexcept>

namespace orbweaver::domain {

namespace {

using Json = nlohmann::ordered_json;
using property::Complex;
using property::Scalar;
using property::Sequence;
using property::Struct;
using property::StructSequence;
using property::Type;
using property::Value;
using Item = std::variant<Scalar, Complex>;

Json json_of(const Scalar& value) {
  return {{"type", property::name_of(property::type_of(value))},
          {"text", property::to_text(value)}};
}

Json json_of(const Complex& value) {
  return {{"real", json_of(value.real)}, {"imaginary", json_of(value.imaginary)}};
}

Json json_of(const Item& item) {
  return std::visit([](const auto& entry) { return json_of(entry); }, item);
}

Json json_of(const Sequence& value) {
  auto items = Json::array();
  for (const auto& entry : value.items) items.push_back(json_of(entry));
  return {{"of", property::name_of(value.type)}, {"complex", value.complex}, {"items", items}};
}

Json json_of(const Value& value);

Json json_of(const Struct& value) {
  auto fields = Json::array();
  for (const auto& field : value.fields)
    fields.push_back({{"id", field.id}, {"value", json_of(field.value)}});
  return {{"fields", fields}};
}

Json json_of(const StructSequence& value) {
  auto structs = Json::array();
  for (const auto& entry : value.items) structs.push_back(json_of(entry));
  return {{"structs", structs}};
}

Json json_of(const Value& value) {
  return std::visit([](const auto& entry) { return json_of(entry); }, value);
}

Type type_of(const Json& name) {
  const auto type = property::type_named(name.get<std::string>());
  if (!type) throw std::invalid_argument("a type that no property has");
  return *type;
}

Scalar scalar_of(const Json& json) {
  auto value = property::parse_scalar(type_of(json.at("type")), json.at("text").get<std::string>());
  if (!value) throw std::invalid_argument(value.error().text);
  return *std::move(value);
}

Item item_of(const Json& json) {
  if (!json.contains("real")) return scalar_of(json);
  return Complex{scalar_of(json.at("real")), scalar_of(json.at("imaginary"))};
}

Sequence sequence_of(const Json& json) {
  Sequence sequence{.type = type_of(json.at("of")), .complex = json.at("complex"), .items = {}};
  for (const auto& entry : json.at("items")) sequence.items.push_back(item_of(entry));
  return sequence;
}

Value value_of(const Json& json);

Struct struct_of(const Json& json) {
  Struct structure;
  for (const auto& entry : json.at("fields"))
    structure.fields.push_back({entry.at("id"), value_of(entry.at("value"))});
  return structure;
}

Value value_of(const Json& json) {
  if (json.contains("of")) return sequence_of(json);
  if (json.contains("fields")) return struct_of(json);
  if (!json.contains("structs"))
    return std::visit([](auto item) { return Value{std::move(item)}; }, item_of(json));
  StructSequence struct_sequence;
  for (const auto& entry : json.at("structs")) struct_sequence.items.push_back(struct_of(entry));
  return struct_sequence;
}

}  // namespace

Json json_of_values(const deploy::Capacities& values) {
  auto array = Json::array();
  for (const auto& value : values)
    array.push_back({{"id", value.id}, {"value", json_of(value.value)}});
  return array;
}

deploy::Capacities values_of(const Json& json) {
  deploy::Capacities capacities;
  for (const auto& entry : json)
    capacities.push_back({entry.at("id"), value_of(entry.at("value"))});
  return capacities;
}

}  // namespace orbweaver::domain
