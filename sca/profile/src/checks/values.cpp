// SPDX-License-Identifier: Apache-2.0
// Checks of properties and of the values that profiles give them.
#include <orbweaver/property/execute_option.hpp>

#include <algorithm>

#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

namespace {

using property::DefaultFault;
using property::Misfit;
using property::Property;
using property::Shape;
using property::Text;

Code code_of(const DefaultFault& fault) {
  switch (fault.kind) {
    case DefaultFault::Kind::wrong_form:
      return Code::property_form_wrong;
    case DefaultFault::Kind::unknown_member:
      return Code::struct_member_unknown;
    case DefaultFault::Kind::no_struct:
      return Code::struct_unknown;
    case DefaultFault::Kind::misfit:
      break;
  }
  switch (fault.misfit.cause) {
    case Misfit::Cause::out_of_range:
      return Code::value_out_of_range;
    case Misfit::Cause::not_enumerated:
      return Code::value_not_enumerated;
    default:
      return Code::value_not_of_type;
  }
}

std::string remedy_of(Code code) {
  switch (code) {
    case Code::value_out_of_range:
      return "write a value within the range, or widen the range";
    case Code::value_not_enumerated:
      return "write one of these values, or add an enumeration";
    case Code::property_form_wrong:
      return "simple takes simpleref, simplesequence simplesequenceref, struct structref, "
             "structsequence structsequenceref";
    case Code::struct_member_unknown:
      return "name a member of the struct by its id";
    case Code::struct_unknown:
      return "define the struct, or put it into the structsequence";
    default:
      return "write a value of the type, or change the type";
  }
}

void check_shape_of(const Shape& shape, const std::string& name, Findings& findings) {
  for (const auto& fault : property::check_shape(shape))
    findings.push_back({Code::range_wrong, fault.at, "property '" + name + "'", fault.text,
                        "write values of the type, the smallest first"});
}

// Visits the shape and the texts of a property or a member.
template <class Visit>
void for_each_shape(const Property& property, Visit visit) {
  const auto of_member = [&](const property::Member& member) {
    std::visit([&](const auto& entry) { visit(entry); }, member);
  };
  if (const auto* simple = std::get_if<property::Simple>(&property)) visit(*simple);
  if (const auto* sequence = std::get_if<property::SimpleSequence>(&property)) visit(*sequence);
  if (const auto* structure = std::get_if<property::StructProperty>(&property))
    std::ranges::for_each(structure->members, of_member);
  if (const auto* structures = std::get_if<property::StructSequenceProperty>(&property))
    if (structures->inner) std::ranges::for_each(structures->inner->members, of_member);
}

std::vector<Text> texts_of(const property::Simple& simple) {
  return simple.value ? std::vector<Text>{*simple.value} : std::vector<Text>{};
}

std::vector<Text> texts_of(const property::SimpleSequence& sequence) {
  return sequence.values.value_or(std::vector<Text>{});
}

void octal(const Shape& shape, const std::string& name, const std::vector<Text>& texts,
           Findings& findings) {
  for (const auto& text : texts) {
    if (shape.complex || !property::reads_as_octal_elsewhere(shape.type, text.text)) continue;
    const auto value = property::parse_scalar(shape.type, text.text);
    if (!value) continue;
    findings.push_back({Code::value_octal, text.at, "property '" + name + "'",
                        text.text + " is read as " + property::to_text(*value) +
                            "; OSSIE and REDHAWK read it as octal",
                        "write " + property::to_text(*value) + ", or 0x... for hexadecimal"});
  }
}

void check_members(const property::StructProperty& structure, Findings& findings) {
  UniqueIds ids("member", findings);
  for (const auto& member : structure.members) ids.add(common_of(member).id, common_of(member).at);
}

void check_ids(const Properties& properties, Findings& findings) {
  UniqueIds ids("property", findings);
  for (const auto& property : properties.properties) {
    ids.add(common_of(property).id, common_of(property).at);
    if (const auto* structure = std::get_if<property::StructProperty>(&property))
      check_members(*structure, findings);
    if (const auto* structures = std::get_if<property::StructSequenceProperty>(&property))
      if (structures->inner) check_members(*structures->inner, findings);
  }
}

// A component gets a value of this kind at its start (or, in REDHAWK, before it is configured):
// configure is not called for it.
bool refuses_configure(const property::Common& common) {
  using property::Kind;
  const auto& kinds = common.kinds;
  return common.mode == property::Mode::readonly && !kinds.named(Kind::execparam) &&
         !kinds.named(Kind::factoryparam) && !kinds.named(Kind::property);
}

void check_empty(const Override& given, const Property& property, Findings& findings) {
  const auto* simple = std::get_if<property::Simple>(&property);
  const auto* text = std::get_if<std::string>(&given.value);
  if (simple && text && property::gives_no_value(simple->shape.type, *text))
    findings.push_back(
        {Code::value_empty, given.at, "property '" + simple->label() + "'",
         "an empty text is no " + std::string{name_of(simple->shape.type)} + "; the default stays",
         "write a value, or leave the element out"});
}

// REDHAWK gives these properties to every component, also if its profile does not define them.
bool is_framework_property(const std::string& id) {
  return id == "LOGGING_CONFIG_URI" || id == "LOG_LEVEL" || id == "DEBUG_LEVEL";
}

// Every component can take execute options that its profile does not define.
bool is_option_of_execution(const Override& given) {
  return property::is_execute_option(given.refid) &&
         std::holds_alternative<std::string>(given.value);
}

// A value out of range is a warning: deployment leaves the value out, and the radio runs.
Finding finding_of_given(const DefaultFault& fault) {
  auto finding = finding_of(fault);
  if (finding.code != Code::value_out_of_range) return finding;
  finding.code = Code::setting_out_of_range;
  finding.cause += "; it is left out";
  return finding;
}

void check_override(const Override& given, const Property& property,
                    const std::vector<Property>& all, Findings& findings) {
  for (const auto& fault : property::value_of(property, all, given).faults)
    findings.push_back(finding_of_given(fault));
  const auto& common = common_of(property);
  if (refuses_configure(common))
    findings.push_back({Code::property_readonly, given.at, "property '" + common.label() + "'",
                        "it is read-only: configure will refuse the value",
                        "leave the value out, or make the property readwrite"});
  check_empty(given, property, findings);
  if (const auto* text = std::get_if<std::string>(&given.value))
    check_octal(property, {{*text, given.at}}, findings);
}

std::string known_ids(const std::vector<Property>& all) {
  NameList names;
  for (const auto& property : all) names.add(common_of(property).id);
  return names.text("its properties: ", "the component has no properties");
}

void check_default(const Property& property, std::span<const Property> all, Findings& findings) {
  for (const auto& fault : property::default_of(property, all).faults)
    findings.push_back(finding_of(fault));
}

void check_test(const Test& test, Findings& findings) {
  for (const auto& simple : test.inputs) check_default(simple, {}, findings);
  for (const auto& simple : test.results) check_default(simple, {}, findings);
}

}  // namespace

Finding finding_of(const DefaultFault& fault) {
  const auto code = code_of(fault);
  return {code, fault.at, "property '" + fault.property + "'", fault.misfit.text, remedy_of(code)};
}

void check_octal(const Property& property, const std::vector<Text>& texts, Findings& findings) {
  if (const auto* simple = std::get_if<property::Simple>(&property))
    octal(simple->shape, simple->label(), texts, findings);
}

void check_properties(const Properties& properties, Findings& findings) {
  check_ids(properties, findings);
  for (const auto& property : properties.properties) {
    for_each_shape(property, [&](const auto& entry) {
      check_shape_of(entry.shape, entry.label(), findings);
      octal(entry.shape, entry.label(), texts_of(entry), findings);
    });
    check_default(property, properties.properties, findings);
    const auto* structures = std::get_if<property::StructSequenceProperty>(&property);
    if (structures && structures->inner) check_default(*structures->inner, {}, findings);
  }
  for (const auto& test : properties.tests) check_test(test, findings);
}

const Property* MergedProperties::Merged::find(const std::string& id) const {
  const auto found = by_id.find(id);
  return found == by_id.end() ? nullptr : &all[found->second];
}

const MergedProperties::Merged& MergedProperties::of(const ComponentProfile& component) {
  const auto [found, fresh] = merged_.try_emplace(&component);
  auto& merged = found->second;
  if (!fresh) return merged;
  merged.all = component.properties();
  for (std::size_t i = 0; i < merged.all.size(); ++i) merged.by_id[common_of(merged.all[i]).id] = i;
  return merged;
}

void check_overrides(const std::vector<Override>& given, const ComponentProfile& component,
                     MergedProperties& properties, Findings& findings) {
  if (given.empty() || !component.package) return;
  const auto& merged = properties.of(component);
  for (const auto& entry : given) {
    if (entry.refid.empty() || is_framework_property(entry.refid)) continue;
    if (const auto* property = merged.find(entry.refid))
      check_override(entry, *property, merged.all, findings);
    else if (!is_option_of_execution(entry))
      findings.push_back({Code::property_unknown, entry.at,
                          std::string{property::form_of(entry)} + " '" + entry.refid + "'",
                          "the component " + shown(component.package->name) +
                              " has no such property; the value is left out",
                          known_ids(merged.all)});
  }
}

}  // namespace orbweaver::profile::checks
