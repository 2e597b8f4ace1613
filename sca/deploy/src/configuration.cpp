#include "configuration.hpp"

#include <orbweaver/property/execute_option.hpp>

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

bool can_be_configured(std::span<const property::Property> properties, const std::string& id) {
  return std::ranges::any_of(properties, [&](const property::Property& property) {
    const auto& common = common_of(property);
    const bool kind =
        common.kinds.has(property::Kind::configure) || common.kinds.has(property::Kind::property);
    return common.id == id && !property::is_execute_option(id) && kind &&
           common.mode != property::Mode::readonly;
  });
}

void replace(Capacities& values, Capacity value) {
  const auto found = std::ranges::find(values, value.id, &Capacity::id);
  if (found == values.end()) {
    values.push_back(std::move(value));
  } else {
    *found = std::move(value);
  }
}

}  // namespace

std::vector<std::string> add_configuration(const PlanRequest& request,
                                           std::span<const Candidate> candidates,
                                           std::span<const Place> places, Plan& plan) {
  std::vector<std::string> wrong;
  for (const auto& each : request.configuration) {
    const auto goal = goal_of(*request.application->assembly, candidates, each.id);
    const bool fits = goal && can_be_configured(candidates[goal->component].component->properties(
                                                    places[goal->component].implementation->id),
                                                goal->property);
    if (!fits) {
      wrong.push_back(each.id);
      continue;
    }
    auto& component = plan.components[goal->component];
    replace(component.configure, {goal->property, each.value});
    replace(component.configure_given, {goal->property, each.value});
  }
  return wrong;
}

}  // namespace orbweaver::deploy
