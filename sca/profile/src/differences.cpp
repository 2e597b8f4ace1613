// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/profile/differences.hpp>

#include <orbweaver/property/defaults.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace orbweaver::profile {

namespace {

using property::Property;
using All = std::vector<Property>;
/// The compared traits of a property as texts, in the same order on both sides.
using Traits = std::vector<std::pair<std::string_view, std::string>>;

std::string joined(std::vector<std::string> parts) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

/// Returns the value in Orbweaver's notation: "1.50" becomes "1.5". A text that is no value stays.
std::string normal(const property::Shape& shape, const std::string& text) {
  if (shape.complex) {
    const auto read = property::parse_complex(shape.type, text);
    return read ? property::to_text(*read) : text;
  }
  const auto read = property::parse_scalar(shape.type, text);
  return read ? property::to_text(*read) : text;
}

std::string text_of(const property::Kinds& kinds) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < property::kKinds; ++i)
    if (const auto kind = static_cast<property::Kind>(i); kinds.has(kind))
      names.emplace_back(name_of(kind));
  return joined(std::move(names));
}

std::string text_of(const property::Shape& shape, const std::vector<property::Text>& values) {
  std::vector<std::string> texts;
  for (const auto& value : values) texts.push_back(normal(shape, value.text));
  return joined(std::move(texts));
}

std::string values_of(const property::Shape& shape) {
  std::vector<std::string> values;
  for (const auto& enumeration : shape.enumerations)
    values.push_back(normal(shape, enumeration.value));
  std::ranges::sort(values);
  return joined(std::move(values));
}

std::string range_of(const property::Shape& shape) {
  if (!shape.range) return "none";
  return normal(shape, shape.range->min) + " to " + normal(shape, shape.range->max);
}

void add_shape(Traits& traits, const property::Shape& shape) {
  traits.emplace_back("type", name_of(shape.type));
  traits.emplace_back("complex", shape.complex ? "true" : "false");
  traits.emplace_back("range", range_of(shape));
  traits.emplace_back("enumerations", values_of(shape));
}

std::string value_of(const property::Simple& simple) {
  return simple.value ? normal(simple.shape, simple.value->text) : "none";
}
std::string value_of(const property::SimpleSequence& sequence) {
  return sequence.values ? text_of(sequence.shape, *sequence.values) : "none";
}

/// Returns a struct's member as text: "level float -90".
template <class Member>
std::string line_of(const Member& member) {
  Traits traits;
  add_shape(traits, member.shape);
  auto line = member.id;
  for (const auto& [name, value] : traits)
    if (value != "none" && value != "false" && !value.empty()) line += " " + value;
  return line + " " + value_of(member);
}

std::string members_of(const property::StructProperty* of) {
  if (of == nullptr) return "none";
  std::vector<std::string> lines;
  for (const auto& member : of->members)
    lines.push_back(std::visit([](const auto& one) { return line_of(one); }, member));
  std::ranges::sort(lines);
  return joined(std::move(lines));
}

void add_own(Traits& traits, const property::Simple& simple, const All&) {
  add_shape(traits, simple.shape);
  traits.emplace_back("value", value_of(simple));
}
void add_own(Traits& traits, const property::SimpleSequence& sequence, const All&) {
  add_shape(traits, sequence.shape);
  traits.emplace_back("values", value_of(sequence));
}
void add_own(Traits& traits, const property::StructProperty& of, const All&) {
  traits.emplace_back("members", members_of(&of));
}
void add_own(Traits& traits, const property::StructSequenceProperty& of, const All& all) {
  traits.emplace_back("members", members_of(property::struct_of(of, all)));
  const auto result = property::default_of(of, all);
  traits.emplace_back("values", result.value ? property::to_text(*result.value) : "none");
}

Traits traits_of(const Property& property, const All& all) {
  const auto& common = common_of(property);
  Traits traits{{"form", std::string{form_of(property)}},
                {"kinds", text_of(common.kinds)},
                {"mode", std::string{name_of(common.mode)}}};
  std::visit([&](const auto& entry) { add_own(traits, entry, all); }, property);
  return traits;
}

const Property* find(const All& properties, const std::string& id) {
  const auto found = std::ranges::find_if(
      properties, [&](const Property& property) { return common_of(property).id == id; });
  return found == properties.end() ? nullptr : &*found;
}

void compare(const std::string& id, const Traits& here, const Traits& there,
             std::vector<Difference>& differences) {
  for (const auto& [name, value] : here) {
    const auto other = std::ranges::find(there, name, &Traits::value_type::first);
    if (other != there.end() && other->second != value)
      differences.push_back({Difference::Of::trait, id, std::string{name}, value, other->second});
  }
}

std::string line_of(const Difference& of) {
  if (of.of == Difference::Of::code_alone) return of.id + ": not in the profile";
  if (of.of == Difference::Of::profile_alone) return of.id + ": in the profile alone";
  return of.id + ": " + of.trait + " " + of.in_code + " here, " + of.in_profile + " in the profile";
}

}  // namespace

std::vector<Difference> all_differences(const All& in_code, const All& in_profile) {
  std::vector<Difference> result;
  for (const auto& property : in_code) {
    const auto& id = common_of(property).id;
    if (const auto* other = find(in_profile, id))
      compare(id, traits_of(property, in_code), traits_of(*other, in_profile), result);
    else
      result.push_back({Difference::Of::code_alone, id, {}, {}, {}});
  }
  for (const auto& property : in_profile)
    if (!find(in_code, common_of(property).id))
      result.push_back({Difference::Of::profile_alone, common_of(property).id, {}, {}, {}});
  return result;
}

std::vector<std::string> differences(const All& in_code, const All& in_profile) {
  std::vector<std::string> lines;
  for (const auto& difference : all_differences(in_code, in_profile))
    lines.push_back(line_of(difference));
  return lines;
}

}  // namespace orbweaver::profile
