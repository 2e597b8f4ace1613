// SPDX-License-Identifier: Apache-2.0
#include "external_properties.hpp"

#include <algorithm>

namespace orbweaver::domain {

namespace {

/// Adds the properties that a component refused, with the caller's ids.
void add_refused(const CF::Properties& given, const std::vector<std::size_t>& places,
                 const CF::Properties& sent, const CF::Properties& refused, CF::Properties& all) {
  for (const auto& property : refused) {
    const auto found = std::ranges::find_if(
        sent, [&](const CF::DataType& one) { return one.id() == property.id(); });
    if (found == sent.end()) continue;
    all.push_back(given[places[static_cast<std::size_t>(found - sent.begin())]]);
  }
}

}  // namespace

const deploy::ExternalPropertyPlan* ApplicationProperties::external(const std::string& id) const {
  const auto found = std::ranges::find(external_, id, &deploy::ExternalPropertyPlan::id);
  return found == external_.end() ? nullptr : &*found;
}

std::vector<ApplicationProperties::Part> ApplicationProperties::parts_of(
    const CF::Properties& properties) const {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const auto* plan = external(properties[i].id());
    const auto& component = plan ? plan->component : controller_;
    auto part = std::ranges::find(parts, component, &Part::component);
    if (part == parts.end()) part = parts.insert(part, Part{component, {}, {}});
    part->places.push_back(i);
    part->properties.push_back(properties[i]);
    if (plan) part->properties.back().id(plan->property);
  }
  return parts;
}

void ApplicationProperties::configure(const CF::Properties& properties) const {
  CF::Properties wrong;
  std::string why;
  for (const auto& part : parts_of(properties)) {
    try {
      resources_(part.component)->configure(part.properties);
    } catch (const CF::PropertySet::PartialConfiguration& error) {
      add_refused(properties, part.places, part.properties, error.invalidProperties(), wrong);
    } catch (const CF::PropertySet::InvalidConfiguration& error) {
      why += (why.empty() ? "" : "; ") + error.msg();
      for (const auto place : part.places) wrong.push_back(properties[place]);
    }
  }
  if (wrong.empty()) return;
  if (wrong.size() < properties.size())
    throw CF::PropertySet::PartialConfiguration(std::move(wrong));
  throw CF::PropertySet::InvalidConfiguration(why, std::move(wrong));
}

void ApplicationProperties::add_all(CF::Properties& properties) const {
  resources_(controller_)->query(properties);
  std::erase_if(properties, [&](const CF::DataType& property) { return external(property.id()); });
  CF::Properties own;
  for (const auto& external_property_plan : external_)
    own.emplace_back(external_property_plan.id, CORBA::Any{});
  if (!own.empty()) query(own);
  properties.insert(properties.end(), own.begin(), own.end());
}

void ApplicationProperties::query(CF::Properties& properties) const {
  if (properties.empty()) return add_all(properties);
  CF::Properties unknown;
  for (auto& part : parts_of(properties)) {
    auto asked = part.properties;
    try {
      resources_(part.component)->query(asked);
      for (std::size_t i = 0; i < part.places.size() && i < asked.size(); ++i)
        properties[part.places[i]].value(asked[i].value());
    } catch (const CF::UnknownProperties& error) {
      add_refused(properties, part.places, part.properties, error.invalidProperties(), unknown);
    }
  }
  if (!unknown.empty()) throw CF::UnknownProperties(std::move(unknown));
}

}  // namespace orbweaver::domain
