// SPDX-License-Identifier: Apache-2.0
#include "compare.hpp"

#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/fit.hpp>

#include <algorithm>
#include <cctype>

namespace orbweaver::deploy {

namespace {

using Kind = Comparison::Kind;

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool version_fits(std::string_view wanted, std::string_view has) {
  if (wanted.empty() || wanted == has) return true;
  const bool begins = has.starts_with(wanted);
  return begins && std::isalnum(static_cast<unsigned char>(has[wanted.size()])) == 0;
}

std::string text_of(std::string_view name, std::string_view version) {
  std::string text{name};
  if (!version.empty()) text += " " + std::string{version};
  return text;
}

std::string any_of_text(const std::vector<profile::NameAndVersion>& wanted) {
  std::string text;
  for (const auto& name_and_version : wanted) {
    text += (text.empty() ? "" : " or ") + text_of(name_and_version.name, name_and_version.version);
  }
  return text;
}

std::string joined(const std::vector<std::string>& all) {
  std::string text;
  for (const auto& entry : all) text += (text.empty() ? "" : ", ") + entry;
  return text;
}

DeviceKind kind_needed(const profile::ImplementationCode& code, Runs runs) {
  return is_executed(code, runs) ? DeviceKind::executable : DeviceKind::loadable;
}

bool holds(property::Action action, const property::Scalar& has, const property::Scalar& wanted) {
  using enum property::Action;
  switch (action) {
    case eq:
      return has == wanted;
    case ne:
      return has != wanted;
    case gt:
      return property::less(wanted, has);
    case lt:
      return property::less(has, wanted);
    case ge:
      return has == wanted || property::less(wanted, has);
    case le:
      return has == wanted || property::less(has, wanted);
    case external:
      return true;
  }
  return false;
}

bool holds(property::Action action, const property::Item& has, const property::Item& wanted) {
  const auto* a = std::get_if<property::Scalar>(&has);
  const auto* b = std::get_if<property::Scalar>(&wanted);
  if (a != nullptr && b != nullptr) return holds(action, *a, *b);
  if (action == property::Action::ne) return has != wanted;
  return action == property::Action::eq && has == wanted;  // complex numbers have no order
}

std::vector<property::Item> items_of(const property::Value& value) {
  if (const auto* scalar = std::get_if<property::Scalar>(&value)) return {*scalar};
  if (const auto* complex = std::get_if<property::Complex>(&value)) return {*complex};
  const auto* sequence = std::get_if<property::Sequence>(&value);
  return sequence != nullptr ? sequence->items : std::vector<property::Item>{};
}

const property::Shape* shape_of(const property::Property& definition) {
  if (const auto* simple = std::get_if<property::Simple>(&definition)) return &simple->shape;
  const auto* sequence = std::get_if<property::SimpleSequence>(&definition);
  return sequence != nullptr ? &sequence->shape : nullptr;
}

property::Value value_of(property::Item item) {
  return std::visit([](auto& entry) { return property::Value{std::move(entry)}; }, item);
}

Comparison comparison_of(const AllocationProperty& property, property::Action action,
                         const std::string& wanted) {
  Comparison comparison{
      .kind = action == property::Action::external ? Kind::capacity : Kind::property,
      .subject = common_of(property.definition).label(),
      .wanted = wanted,
      .found = property.value ? to_text(*property.value) : "unknown",
      .matches = true};
  if (action != property::Action::external) {
    comparison.wanted = std::string{name_of(action)} + " " + wanted;
  }
  return comparison;
}

PropertyMatch no_such_property(const std::string& id, const std::string& wanted) {
  return {{Kind::property, id, wanted, "no allocation property with this id", false}, {}};
}

PropertyMatch compare_simple(const AllocationProperty& property, const std::string& text) {
  const auto action = action_of(property.definition);
  auto comparison = comparison_of(property, action, text);
  const auto* shape = shape_of(property.definition);
  if (shape == nullptr) {
    comparison.matches = false;
    comparison.found = "a " + std::string{form_of(property.definition)};
    return {std::move(comparison), {}};
  }
  // The type alone: range and enumerations are bounds of what the device has.
  auto wanted = property::parse_item({.type = shape->type, .complex = shape->complex}, text);
  if (!wanted) {
    comparison.matches = false;
    comparison.wanted += " (" + wanted.error().text + ")";
    return {std::move(comparison), {}};
  }
  if (action == property::Action::external) {
    return {std::move(comparison),
            Capacity{common_of(property.definition).id, value_of(std::move(*wanted))}};
  }
  const auto has = property.value ? items_of(*property.value) : std::vector<property::Item>{};
  comparison.matches = std::ranges::any_of(
      has, [&](const property::Item& item) { return holds(action, item, *wanted); });
  return {std::move(comparison), {}};
}

}  // namespace

std::optional<Comparison> compare_os(const std::vector<profile::NameAndVersion>& wanted,
                                     const OperatingSystem& os) {
  if (wanted.empty()) return {};
  const bool matches =
      std::ranges::any_of(wanted, [&](const profile::NameAndVersion& name_and_version) {
        return same_letters(name_and_version.name, os.name) &&
               version_fits(name_and_version.version, os.version);
      });
  return Comparison{Kind::os, {}, any_of_text(wanted), text_of(os.name, os.version), matches};
}

std::optional<Comparison> compare_processor(const std::vector<profile::NameAndVersion>& wanted,
                                            const std::vector<std::string>& processors) {
  if (wanted.empty()) return {};
  const bool matches =
      std::ranges::any_of(wanted, [&](const profile::NameAndVersion& name_and_version) {
        return std::ranges::any_of(processors, [&](const std::string& has) {
          return same_letters(name_and_version.name, has);
        });
      });
  return Comparison{Kind::processor, {}, any_of_text(wanted), joined(processors), matches};
}

Comparison compare_availability(const DeployDevice& device) {
  return {Kind::availability,
          {},
          std::string{name_of(Availability::available)},
          std::string{name_of(device.availability)},
          device.availability == Availability::available};
}

bool is_executed(const profile::ImplementationCode& code, Runs runs) {
  if (code.type == profile::CodeType::shared_library)
    return runs == Runs::in_host || !code.entrypoint.empty();
  return code.type == profile::CodeType::executable || code.type == profile::CodeType::other;
}

Comparison compare_code(const profile::ImplementationCode& code, DeviceKind kind, Runs runs) {
  const auto needed = kind_needed(code, runs);
  return {Kind::code, code.type_text, std::string{name_of(needed)}, std::string{name_of(kind)},
          kind >= needed};
}

PropertyMatch compare_property(const profile::PropertyRef& wanted, const DeployDevice& device) {
  const auto* property = find(device, wanted.refid);
  if (property == nullptr) return no_such_property(wanted.refid, wanted.value);
  return compare_simple(*property, wanted.value);
}

PropertyMatch compare_property(const property::Override& wanted, const DeployDevice& device) {
  const auto* property = find(device, wanted.refid);
  const auto form = std::string{form_of(wanted)};
  if (property == nullptr) return no_such_property(wanted.refid, "a " + form);
  if (const auto* text = std::get_if<std::string>(&wanted.value)) {
    return compare_simple(*property, *text);
  }
  const std::span<const property::Property> all{&property->definition, 1};
  auto value = property::value_of(property->definition, all, wanted);
  auto comparison = comparison_of(*property, property::Action::external, "a " + form);
  if (!value.value) {
    comparison.matches = false;
    if (!value.faults.empty()) comparison.found = value.faults.front().misfit.text;
    return {std::move(comparison), {}};
  }
  comparison.wanted = to_text(*value.value);
  return {std::move(comparison), Capacity{wanted.refid, std::move(*value.value)}};
}

}  // namespace orbweaver::deploy
