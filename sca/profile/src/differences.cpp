#include <orbweaver/profile/differences.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace orbweaver::profile {

namespace {

using property::Property;
/// What counts of a property, as words: the same of both sides.
using Traits = std::vector<std::pair<std::string_view, std::string>>;

std::string text_of(const property::Kinds& kinds) {
  std::string text;
  for (std::size_t i = 0; i < property::kKinds; ++i)
    if (const auto kind = static_cast<property::Kind>(i); kinds.has(kind))
      text += (text.empty() ? "" : ", ") + std::string{name_of(kind)};
  return text;
}

std::string text_of(const std::vector<property::Text>& values) {
  std::string text;
  for (const auto& each : values) text += (text.empty() ? "" : ", ") + each.text;
  return text;
}

std::string values_of(const std::vector<property::Enumeration>& all) {
  std::string text;
  for (const auto& each : all) text += (text.empty() ? "" : ", ") + each.value;
  return text;
}

void add_shape(Traits& traits, const property::Shape& shape) {
  traits.emplace_back("type", name_of(shape.type));
  traits.emplace_back("complex", shape.complex ? "true" : "false");
  traits.emplace_back("range", shape.range ? shape.range->min + " to " + shape.range->max : "none");
  traits.emplace_back("enumerations", values_of(shape.enumerations));
}

void add_own(Traits& traits, const property::Simple& simple) {
  add_shape(traits, simple.shape);
  traits.emplace_back("value", simple.value ? simple.value->text : "none");
}
void add_own(Traits& traits, const property::SimpleSequence& sequence) {
  add_shape(traits, sequence.shape);
  traits.emplace_back("values", sequence.values ? text_of(*sequence.values) : "none");
}
void add_own(Traits&, const property::StructProperty&) {}
void add_own(Traits&, const property::StructSequenceProperty&) {}

Traits traits_of(const Property& property) {
  const auto& common = common_of(property);
  Traits traits{{"form", std::string{form_of(property)}},
                {"kinds", text_of(common.kinds)},
                {"mode", std::string{name_of(common.mode)}}};
  std::visit([&](const auto& each) { add_own(traits, each); }, property);
  return traits;
}

const Property* find(const std::vector<Property>& properties, const std::string& id) {
  const auto found = std::ranges::find_if(
      properties, [&](const Property& each) { return common_of(each).id == id; });
  return found == properties.end() ? nullptr : &*found;
}

void compare(const std::string& id, const Property& in_code, const Property& in_profile,
             std::vector<std::string>& differences) {
  const auto here = traits_of(in_code);
  const auto there = traits_of(in_profile);
  for (std::size_t i = 0; i < std::min(here.size(), there.size()); ++i)
    if (here[i] != there[i])
      differences.push_back(id + ": " + std::string{here[i].first} + " " + here[i].second +
                            " here, " + there[i].second + " in the profile");
}

}  // namespace

std::vector<std::string> differences(const std::vector<Property>& in_code,
                                     const std::vector<Property>& in_profile) {
  std::vector<std::string> result;
  for (const auto& each : in_code) {
    const auto& id = common_of(each).id;
    if (const auto* other = find(in_profile, id))
      compare(id, each, *other, result);
    else
      result.push_back(id + ": not in the profile");
  }
  for (const auto& each : in_profile)
    if (!find(in_code, common_of(each).id))
      result.push_back(common_of(each).id + ": in the profile alone");
  return result;
}

}  // namespace orbweaver::profile
