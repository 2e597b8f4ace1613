// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/fit.hpp>

#include <algorithm>
#include <variant>

namespace orbweaver::property {

namespace {

using Fit = Result<void, Misfit>;

Fit wrong_form(std::string_view wanted) {
  return unexpected(Misfit{Misfit::Cause::not_of_type, "it is no " + std::string{wanted}});
}

Fit fits_simple(const Shape& shape, const Value& value) {
  if (const auto* scalar = std::get_if<Scalar>(&value)) return fits(shape, Item{*scalar});
  if (const auto* complex = std::get_if<Complex>(&value)) return fits(shape, Item{*complex});
  return wrong_form("simple");
}

Fit fits_sequence(const Shape& shape, const Value& value) {
  const auto* sequence = std::get_if<Sequence>(&value);
  if (sequence == nullptr) return wrong_form("simplesequence");
  if (sequence->type != shape.type || sequence->complex != shape.complex)
    return wrong_form("sequence of " + std::string{name_of(shape.type)});
  for (const auto& entry : sequence->items)
    if (auto fit = fits(shape, entry); !fit) return fit;
  return {};
}

Fit fits_member(const Member& member, const Value& value) {
  if (const auto* simple = std::get_if<Simple>(&member)) return fits_simple(simple->shape, value);
  return fits_sequence(std::get<SimpleSequence>(member).shape, value);
}

Fit fits_struct(const StructProperty& property, const Struct& value) {
  for (const auto& field : value.fields) {
    const auto member = std::ranges::find_if(
        property.members, [&](const Member& entry) { return common_of(entry).id == field.id; });
    if (member == property.members.end())
      return unexpected(Misfit{Misfit::Cause::not_of_type, "it has no member '" + field.id + "'"});
    if (auto fit = fits_member(*member, field.value); !fit) return fit;
  }
  return {};
}

Fit fits_structs(const StructSequenceProperty& property, std::span<const Property> all,
                 const Value& value) {
  const auto* structs = std::get_if<StructSequence>(&value);
  if (structs == nullptr) return wrong_form("structsequence");
  const auto* one = struct_of(property, all);
  if (one == nullptr) return {};
  for (const auto& entry : structs->items)
    if (auto fit = fits_struct(*one, entry); !fit) return fit;
  return {};
}

}  // namespace

Result<void, Misfit> fits(const Property& property, std::span<const Property> all,
                          const Value& value) {
  if (const auto* simple = std::get_if<Simple>(&property)) return fits_simple(simple->shape, value);
  if (const auto* sequence = std::get_if<SimpleSequence>(&property))
    return fits_sequence(sequence->shape, value);
  if (const auto* several = std::get_if<StructSequenceProperty>(&property))
    return fits_structs(*several, all, value);
  const auto* given = std::get_if<Struct>(&value);
  return given != nullptr ? fits_struct(std::get<StructProperty>(property), *given)
                          : wrong_form("struct");
}

}  // namespace orbweaver::property
