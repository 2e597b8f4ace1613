// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/fit.hpp>
#include <orbweaver/property/settable.hpp>
#include <orbweaver/resource/property_rules.hpp>

#include <algorithm>
#include <array>
#include <ranges>

namespace orbweaver::resource {

namespace {

using Cause = Refusal::Cause;
using property::Common, property::Complex, property::Field, property::Item, property::Kind;
using property::Member, property::Misfit, property::Mode, property::Property, property::Scalar;
using property::Sequence, property::Shape, property::Struct, property::StructSequence;
using property::Value;
using Fitted = Result<Value, Refusal>;

bool has_any(const Common& property, std::initializer_list<Kind> kinds) {
  return std::ranges::any_of(kinds, [&](Kind kind) { return property.kinds.has(kind); });
}

std::unexpected<Refusal> refuse(Cause cause, const std::string& name, const std::string& text) {
  return unexpected(Refusal{cause, name + ": " + text});
}

constexpr std::array<std::string_view, 5> kForms{"a simple", "a complex simple", "a simplesequence",
                                                 "a struct", "a structsequence"};

std::string form_of(const Value& value) { return std::string{kForms.at(value.index())}; }

Cause cause_of(Misfit::Cause cause) {
  switch (cause) {
    case Misfit::Cause::not_of_type:
      return Cause::wrong_type;
    case Misfit::Cause::out_of_range:
      return Cause::out_of_range;
    case Misfit::Cause::not_enumerated:
      return Cause::not_enumerated;
  }
  return Cause::wrong_type;
}

Result<void, Refusal> fit_item(const Shape& shape, const Item& item, const std::string& name) {
  const auto fit = property::fits(shape, item);
  if (fit) return {};
  return refuse(cause_of(fit.error().cause), name, fit.error().text);
}

Fitted fit_simple(const Shape& shape, const Value& given, const std::string& name) {
  const auto* scalar = std::get_if<Scalar>(&given);
  const auto* complex = std::get_if<Complex>(&given);
  if (scalar == nullptr && complex == nullptr)
    return refuse(Cause::wrong_form, name, "it is a simple, and the value is " + form_of(given));
  const auto fit = fit_item(shape, scalar ? Item{*scalar} : Item{*complex}, name);
  if (!fit) return unexpected(fit.error());
  return given;
}

std::string type_text(property::Type type, bool complex) {
  return (complex ? "complex " : "") + std::string{name_of(type)};
}

Fitted fit_sequence(const Shape& shape, const Value& given, const std::string& name) {
  const auto* sequence = std::get_if<Sequence>(&given);
  if (sequence == nullptr)
    return refuse(Cause::wrong_form, name,
                  "it is a simplesequence, and the value is " + form_of(given));
  if (sequence->type != shape.type || sequence->complex != shape.complex)
    return refuse(Cause::wrong_type, name,
                  "its items are " + type_text(shape.type, shape.complex) +
                      ", and those given are " + type_text(sequence->type, sequence->complex));
  for (const auto& item : sequence->items)
    if (const auto fit = fit_item(shape, item, name); !fit) return unexpected(fit.error());
  return given;
}

Fitted fit_member(const Member& member, const Value& given, const std::string& name) {
  if (const auto* simple = std::get_if<property::Simple>(&member))
    return fit_simple(simple->shape, given, name);
  return fit_sequence(std::get<property::SimpleSequence>(member).shape, given, name);
}

const Value* field_of(const Struct& value, const std::string& id) {
  for (const auto& field : value.fields | std::views::reverse)
    if (field.id == id) return &field.value;
  return nullptr;
}

Result<void, Refusal> check_members(const property::StructProperty& property, const Struct& given,
                                    const std::string& name) {
  for (const auto& field : given.fields) {
    const bool known = std::ranges::any_of(
        property.members, [&](const Member& member) { return common_of(member).id == field.id; });
    if (!known)
      return refuse(Cause::unknown_member, name, "the struct has no member '" + field.id + "'");
  }
  return {};
}

/// `rest`: where the members come from that `given` leaves out.
Result<Struct, Refusal> fit_struct(const property::StructProperty& property, const Struct& given,
                                   const Struct& rest, const std::string& name) {
  if (const auto known = check_members(property, given, name); !known)
    return unexpected(known.error());
  Struct structure;
  for (const auto& member : property.members) {
    const auto& common = common_of(member);
    if (const auto* value = field_of(given, common.id)) {
      auto fit = fit_member(member, *value, name + "." + common.label());
      if (!fit) return unexpected(std::move(fit.error()));
      structure.fields.push_back({common.id, std::move(*fit)});
    } else if (const auto* kept = field_of(rest, common.id)) {
      structure.fields.push_back({common.id, *kept});
    }
  }
  return structure;
}

Struct default_struct(const property::StructProperty& property) {
  const auto result = property::default_of(property, {});
  return result.value ? std::get<Struct>(*result.value) : Struct{};
}

/// Makes the new value of each form of property from `given`.
struct Fit {
  std::span<const Property> all;
  const Value& given;
  const Value* current;
  const std::string& name;

  Fitted operator()(const property::Simple& property) const {
    return fit_simple(property.shape, given, name);
  }
  Fitted operator()(const property::SimpleSequence& property) const {
    return fit_sequence(property.shape, given, name);
  }
  Fitted operator()(const property::StructProperty& property) const {
    const auto* value = std::get_if<Struct>(&given);
    if (value == nullptr)
      return refuse(Cause::wrong_form, name, "it is a struct, and the value is " + form_of(given));
    const auto* kept = current ? std::get_if<Struct>(current) : nullptr;
    auto fit = fit_struct(property, *value, kept ? *kept : default_struct(property), name);
    if (!fit) return unexpected(std::move(fit.error()));
    return Value{std::move(*fit)};
  }
  Fitted operator()(const property::StructSequenceProperty& property) const {
    const auto* values = std::get_if<StructSequence>(&given);
    if (values == nullptr)
      return refuse(Cause::wrong_form, name,
                    "it is a structsequence, and the value is " + form_of(given));
    const auto* structure = struct_of(property, all);
    if (structure == nullptr)
      return refuse(Cause::wrong_type, name, "its profile defines no struct for it");
    return fit_all(*structure, *values);
  }

 private:
  [[nodiscard]] Fitted fit_all(const property::StructProperty& structure,
                               const StructSequence& values) const {
    const auto rest = default_struct(structure);
    StructSequence struct_sequence;
    for (std::size_t i = 0; i < values.items.size(); ++i) {
      auto fit = fit_struct(structure, values.items[i], rest, name + "[" + std::to_string(i) + "]");
      if (!fit) return unexpected(std::move(fit.error()));
      struct_sequence.items.push_back(std::move(*fit));
    }
    return Value{std::move(struct_sequence)};
  }
};

}  // namespace

Result<void, Refusal> check_configurable(const Common& property) {
  if (property.mode == Mode::readonly)
    return refuse(Cause::readonly, property.label(), "its mode is readonly");
  if (has_any(property, {Kind::configure, Kind::property})) return {};
  return refuse(
      Cause::wrong_kind, property.label(),
      "its kind is " + names_of(property.kinds) + "; configure sets configure and property");
}

Result<void, Refusal> check_queryable(const Common& property) {
  if (property.mode == Mode::writeonly)
    return refuse(Cause::writeonly, property.label(), "its mode is writeonly");
  if (has_any(property, {Kind::configure, Kind::property, Kind::execparam, Kind::allocation}))
    return {};
  return refuse(Cause::wrong_kind, property.label(),
                "its kind is " + names_of(property.kinds) +
                    "; query reads configure, property, execparam and allocation");
}

Fitted fitted(const Property& property, std::span<const Property> all, const Value& given,
              const Value* current) {
  return std::visit(Fit{all, given, current, common_of(property).label()}, property);
}

}  // namespace orbweaver::resource
