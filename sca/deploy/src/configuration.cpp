#include "configuration.hpp"

#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>

namespace orbweaver::deploy {

namespace {

/// Where a value goes: a component by its number, and its property.
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

std::optional<Goal> goal_of(const profile::SoftwareAssembly& assembly,
                            std::span<const Candidate> candidates, const std::string& id) {
  for (const auto& each : assembly.external_properties) {
    if (each.id() != id) continue;
    const auto number = number_of(candidates, each.component);
    if (number) return Goal{*number, each.property};
  }
  if (!assembly.controller) return {};
  const auto number = number_of(candidates, assembly.controller->refid);
  if (number) return Goal{*number, id};
  return {};
}

template <class Values>
void replace(Values& values, const std::string& id, typename Values::value_type value) {
  const auto found = std::ranges::find_if(values, [&](const auto& each) {
    const auto& [its_id, its_value] = each;
    return its_id == id;
  });
  if (found == values.end()) {
    values.push_back(std::move(value));
  } else {
    *found = std::move(value);
  }
}

/// The component would not say that a parameter does not fit before it is executed.
bool fits(const property::Property& property, const property::Value& value) {
  const auto* simple = std::get_if<property::Simple>(&property);
  const auto* scalar = std::get_if<property::Scalar>(&value);
  return simple != nullptr && scalar != nullptr && property::fits(simple->shape, *scalar);
}

/// Whether the component takes the value.
bool give(const property::Property& property, const property::Value& value,
          PlannedComponent& component) {
  const auto& id = common_of(property).id;
  if (property::is_execute_option(id) || why_not_settable(property)) return false;
  if (is_parameter(property)) {
    if (!component.execute || !fits(property, value)) return false;
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
  std::vector<std::string> wrong;
  for (const auto& each : request.configuration) {
    const auto goal = goal_of(*request.application->assembly, candidates, each.id);
    const auto properties = goal ? candidates[goal->component].component->properties(
                                       places[goal->component].implementation->id)
                                 : std::vector<property::Property>{};
    const auto* property = goal ? property::find(properties, goal->property) : nullptr;
    if (property == nullptr || !give(*property, each.value, plan.components[goal->component]))
      wrong.push_back(each.id);
  }
  return wrong;
}

}  // namespace orbweaver::deploy
