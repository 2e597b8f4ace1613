// SPDX-License-Identifier: Apache-2.0
#include "value_text.hpp"

#include <orbweaver/control/report.hpp>
#include <orbweaver/property/parse.hpp>

#include <algorithm>
#include <ranges>

namespace orbweaver::control {

namespace {

using property::Complex;
using property::Scalar;
using property::Sequence;
using property::Struct;
using property::StructSequence;
using property::Value;
using ValueResult = Result<Value, std::string>;
using Misfit = unexpected<std::string>;

std::string text_in(const Json& json) {
  return json.is_string() ? json.get<std::string>() : json.dump();
}

template <class T>
ValueResult value_or_misfit(Result<T, property::Misfit> parsed) {
  if (!parsed) return Misfit(std::move(parsed.error().text));
  return Value{std::move(*parsed)};
}

/// Reads {"real": 1, "imaginary": 2}, as json_of() writes it, or a text.
ValueResult complex_from(const Complex& model, const Json& json) {
  const auto type = type_of(model.real);
  if (!json.is_object()) return value_or_misfit(property::parse_complex(type, text_in(json)));
  if (!json.contains("real") || !json.contains("imaginary"))
    return Misfit("a complex value has the members real and imaginary");
  auto real = property::parse_scalar(type, text_in(json["real"]));
  auto imaginary = property::parse_scalar(type, text_in(json["imaginary"]));
  if (!real) return Misfit(std::move(real.error().text));
  if (!imaginary) return Misfit(std::move(imaginary.error().text));
  return Value{Complex{std::move(*real), std::move(*imaginary)}};
}

ValueResult scalar_from(property::Type type, const Json& json) {
  if (json.is_structured()) return Misfit("a simple is one value");
  return value_or_misfit(property::parse_scalar(type, text_in(json)));
}

/// Returns some value of the type; only the type matters.
Scalar any_scalar(property::Type type) {
  for (const auto* text : {"0", "now", ""})
    if (auto scalar = property::parse_scalar(type, text)) return *scalar;
  return std::string{};
}

ValueResult sequence_from(const Sequence& model, const Json& items) {
  Sequence sequence{model.type, model.complex, {}};
  const Complex complex{any_scalar(model.type), any_scalar(model.type)};
  for (const auto& entry : items) {
    auto item = model.complex ? complex_from(complex, entry) : scalar_from(model.type, entry);
    if (!item) return item;
    if (model.complex)
      sequence.items.emplace_back(std::get<Complex>(std::move(*item)));
    else
      sequence.items.emplace_back(std::get<Scalar>(std::move(*item)));
  }
  return Value{std::move(sequence)};
}

ValueResult value_in(const Value& model, const Json& json);

ValueResult struct_from(const Struct& model, const Json& json) {
  if (!json.is_object()) return Misfit("a struct is written as {\"member\": value}");
  auto result = model;
  for (const auto& [id, value] : json.items()) {
    const auto field = std::ranges::find(result.fields, id, &property::Field::id);
    if (field == result.fields.end()) return Misfit("the struct has no member '" + id + "'");
    auto member = value_in(field->value, value);
    if (!member) return Misfit(id + ": " + member.error());
    field->value = std::move(*member);
  }
  return Value{std::move(result)};
}

ValueResult structs_from(const StructSequence& model, const Json& json) {
  if (!json.is_array()) return Misfit("a sequence of structs is written as [{\"member\": value}]");
  StructSequence struct_sequence;
  if (!json.empty() && model.items.empty())
    return Misfit("it is empty, so that the members of its structs are not known");
  for (const auto& entry : json) {
    auto item = struct_from(model.items.front(), entry);
    if (!item) return item;
    struct_sequence.items.push_back(std::get<Struct>(std::move(*item)));
  }
  return Value{std::move(struct_sequence)};
}

struct FromJson {
  const Json& json;

  ValueResult operator()(const Scalar& model) const { return scalar_from(type_of(model), json); }
  ValueResult operator()(const Complex& model) const { return complex_from(model, json); }
  ValueResult operator()(const Sequence& model) const {
    if (!json.is_array()) return Misfit("a sequence is written as [value, value]");
    return sequence_from(model, json);
  }
  ValueResult operator()(const Struct& model) const { return struct_from(model, json); }
  ValueResult operator()(const StructSequence& model) const { return structs_from(model, json); }
};

ValueResult value_in(const Value& model, const Json& json) {
  return std::visit(FromJson{json}, model);
}

/// Reads the value from JSON text.
ValueResult from_text_of_json(const Value& model, const std::string& text) {
  const auto json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return Misfit("'" + text + "' is no JSON");
  return value_in(model, json);
}

Json split(const std::string& text) {
  auto parts = Json::array();
  if (text.empty()) return parts;
  for (const auto part : text | std::views::split(','))
    parts.push_back(std::string{part.begin(), part.end()});
  return parts;
}

struct ValueFromText {
  const std::string& text;

  ValueResult operator()(const Scalar& model) const {
    return value_or_misfit(property::parse_scalar(type_of(model), text));
  }
  ValueResult operator()(const Complex& model) const {
    return value_or_misfit(property::parse_complex(type_of(model.real), text));
  }
  ValueResult operator()(const Sequence& model) const {
    return text.starts_with('[') ? from_text_of_json(model, text)
                                 : sequence_from(model, split(text));
  }
  ValueResult operator()(const auto& model) const { return from_text_of_json(model, text); }
};

// ---- models of the properties that a profile defines ----

Value plain_value(const property::Shape& shape) {
  const auto scalar = any_scalar(shape.type);
  return shape.complex ? Value{Complex{scalar, scalar}} : Value{scalar};
}

Value blank_of(const property::Simple& definition) { return plain_value(definition.shape); }
Value blank_of(const property::SimpleSequence& definition) {
  return Sequence{definition.shape.type, definition.shape.complex, {}};
}
/// Returns a struct in which each member has a value, so that each can be written.
Value blank_of(const property::StructProperty& definition) {
  Struct structure;
  for (const auto& entry : definition.members)
    structure.fields.push_back(
        {property::common_of(entry).id,
         std::visit([](const auto& member) { return blank_of(member); }, entry)});
  return structure;
}

/// Returns the default. Members for which the profile has no value get a blank one.
ValueResult default_or_blank(const property::Property& definition,
                             std::span<const property::Property> all, Value blank) {
  auto given = property::default_of(definition, all);
  if (!given.value) return blank;
  if (std::holds_alternative<Struct>(blank)) {
    for (auto& field : std::get<Struct>(blank).fields)
      for (auto& known : std::get<Struct>(*given.value).fields)
        if (known.id == field.id) field.value = std::move(known.value);
    return blank;
  }
  return std::move(*given.value);
}

}  // namespace

ValueResult value_like(const Value& model, const std::string& text) {
  return std::visit(ValueFromText{text}, model);
}

ValueResult with_member(const Value& model, const std::string& member, const std::string& text) {
  auto result = model;
  auto* whole = std::get_if<Struct>(&result);
  if (whole == nullptr) return Misfit("it is no struct, and has no members");
  const auto field = std::ranges::find(whole->fields, member, &property::Field::id);
  if (field == whole->fields.end()) return Misfit("the struct has no member '" + member + "'");
  auto value = value_like(field->value, text);
  if (!value) return value;
  field->value = std::move(*value);
  return result;
}

ValueResult model_of(const property::Property& definition,
                     std::span<const property::Property> all) {
  if (const auto* many = std::get_if<property::StructSequenceProperty>(&definition)) {
    const auto* inner = property::struct_of(*many, all);
    if (inner == nullptr) return Misfit("its profile does not say of which structs it is");
    auto item = default_or_blank(*inner, all, blank_of(*inner));
    return Value{StructSequence{{std::get<Struct>(std::move(*item))}}};
  }
  if (const auto* simple = std::get_if<property::Simple>(&definition))
    return default_or_blank(definition, all, blank_of(*simple));
  if (const auto* sequence = std::get_if<property::SimpleSequence>(&definition))
    return default_or_blank(definition, all, blank_of(*sequence));
  return default_or_blank(definition, all,
                          blank_of(std::get<property::StructProperty>(definition)));
}

}  // namespace orbweaver::control
