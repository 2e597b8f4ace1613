// SPDX-License-Identifier: Apache-2.0
#include "configuration.hpp"

#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/fit.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>

namespace orbweaver::deploy {

namespace {

/// The component (by its number) and the property that get a value.
struct Goal {
  std::size_t component = 0;
  std::string property;
};

std::optional<std::size_t> number_of(std::span<const Candidate> candidates,
                                     const std::string& instantiation) {
  const auto found = std::ranges::find_if(candidates, [&](const Candidate& one) {
    return one.placed.instantiation->id == instantiation;
  });
  if (found == candidates.end()) return {};
  return static_cast<std::size_t>(found - candidates.begin());
}

/// Returns the possible goals of a value with this id. The first one with such a property is used.
std::vector<Goal> goals_of(const profile::SoftwareAssembly& assembly,
                           std::span<const Candidate> candidates, const std::string& id) {
  std::vector<Goal> goals;
  const auto add = [&](const std::string& instantiation, std::string property) {
    if (const auto number = number_of(candidates, instantiation))
      goals.push_back({*number, std::move(property)});
  };
  for (const auto& external_property : assembly.external_properties)
    if (external_property.id() == id) add(external_property.component, external_property.property);
  if (assembly.controller) add(assembly.controller->refid, id);
  for (auto dot = id.find('.'); dot != std::string::npos; dot = id.find('.', dot + 1))
    add(id.substr(0, dot), id.substr(dot + 1));
  return goals;
}

template <class Values>
void replace(Values& values, const std::string& id, typename Values::value_type value) {
  const auto found = std::ranges::find_if(values, [&](const auto& entry) {
    const auto& [its_id, its_value] = entry;
    return its_id == id;
  });
  if (found == values.end()) {
    values.push_back(std::move(value));
  } else {
    *found = std::move(value);
  }
}

/// Gives the component the value. Returns whether the component takes it.
bool give(const property::Property& property, std::span<const property::Property> all,
          const property::Value& value, PlannedComponent& component) {
  const auto& id = common_of(property).id;
  if (property::is_execute_option(id) || why_not_settable(property)) return false;
  if (!property::fits(property, all, value)) return false;
  if (is_parameter(property)) {
    if (!component.execute || !std::holds_alternative<property::Simple>(property)) return false;
    replace(component.execute->parameters, id, {id, to_text(value)});
    return true;
  }
  replace(component.configure, id, {id, value});
  replace(component.configure_given, id, {id, value});
  return true;
}

}  // namespace

std::vector<std::string> add_configuration(const PlanRequest& request,
                                           std::span<const Candidate> candidates,
                                           std::span<const Place> places, Plan& plan) {
  const auto takes = [&](const Goal& goal, const property::Value& value) -> std::optional<bool> {
    const auto properties =
        candidates[goal.component].component->properties(places[goal.component].implementation->id);
    const auto* property = property::find(properties, goal.property);
    if (property == nullptr) return std::nullopt;
    return give(*property, properties, value, plan.components[goal.component]);
  };
  std::vector<std::string> wrong;
  for (const auto& entry : request.configuration) {
    std::optional<bool> taken;
    for (const auto& goal : goals_of(*request.application->assembly, candidates, entry.id))
      if (!taken) taken = takes(goal, entry.value);
    if (!taken.value_or(false)) wrong.push_back(entry.id);
  }
  return wrong;
}

}  // namespace orbweaver::deploy
