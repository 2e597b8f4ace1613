// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/deploy/component_values.hpp>

#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>

namespace orbweaver::deploy {

namespace {

using property::Override;
using property::Property;

void report(const property::DefaultOutcome& outcome, std::vector<std::string>& faults) {
  for (const auto& fault : outcome.faults) {
    faults.push_back(fault.at.text() + ": property '" + fault.property + "': " + fault.misfit.text);
  }
}

/// Returns the last override of the property, by its id or its name.
const Override* find_given(std::span<const Override> given, const Property& property) {
  const auto& common = common_of(property);
  const Override* found = nullptr;
  for (const auto& entry : given) {
    if (entry.refid == common.id || entry.refid == common.name) found = &entry;
  }
  return found;
}

/// Many radios in use have such values in their SADs, so deployment ignores them.
bool is_out_of_range(const property::DefaultOutcome& outcome) {
  return !outcome.faults.empty() && std::ranges::all_of(outcome.faults, [](const auto& fault) {
    using Kind = decltype(fault.kind);
    return fault.kind == Kind::misfit &&
           fault.misfit.cause == property::Misfit::Cause::out_of_range;
  });
}

void report_unknown(std::span<const Property> properties, std::span<const Override> given,
                    std::vector<std::string>& faults) {
  for (const auto& entry : given) {
    if (property::is_execute_option(entry.refid)) continue;
    const bool known = std::ranges::any_of(properties, [&](const Property& property) {
      return common_of(property).id == entry.refid || common_of(property).name == entry.refid;
    });
    if (known) continue;
    faults.push_back(entry.at.text() + ": property '" + entry.refid + "': the component has none");
  }
}

}  // namespace

ComponentValues values_of(std::span<const Property> properties, std::span<const Override> given,
                          std::span<const Override> set) {
  ComponentValues values;
  report_unknown(properties, set, values.faults);
  for (const auto& property : properties) {
    if (property::is_execute_option(common_of(property).id)) continue;
    const auto* chosen = find_given(set, property);
    const bool is_set = chosen != nullptr;
    if (!is_set) chosen = find_given(given, property);
    if (why_not_settable(property)) continue;
    auto outcome = chosen != nullptr ? value_of(property, properties, *chosen)
                                     : default_of(property, properties);
    if (chosen != nullptr && !is_set && is_out_of_range(outcome)) {
      chosen = nullptr;
      outcome = default_of(property, properties);
    }
    report(outcome, values.faults);
    if (!outcome.value) continue;
    const auto& id = common_of(property).id;
    if (is_parameter(property)) {
      values.parameters.emplace_back(id, to_text(*outcome.value));
      continue;
    }
    if (chosen != nullptr) values.configure_given.push_back({id, *outcome.value});
    values.configure.push_back({id, std::move(*outcome.value)});
  }
  return values;
}

Capacities qualifiers_of(std::span<const Property> properties, std::span<const Override> given,
                         std::vector<std::string>& faults) {
  Capacities capacities;
  for (const auto& entry : given) {
    const auto* property = property::find(properties, entry.refid);
    if (property != nullptr) {
      auto outcome = value_of(*property, properties, entry);
      if (is_out_of_range(outcome)) continue;
      report(outcome, faults);
      if (outcome.value) capacities.push_back({entry.refid, std::move(*outcome.value)});
    } else if (const auto* text = std::get_if<std::string>(&entry.value)) {
      capacities.push_back({entry.refid, property::Scalar{*text}});
    }
  }
  return capacities;
}

}  // namespace orbweaver::deploy
