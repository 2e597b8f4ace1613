#include <orbweaver/deploy/component_values.hpp>

#include <orbweaver/property/defaults.hpp>
#include <orbweaver/property/execute_option.hpp>
#include <orbweaver/property/settable.hpp>

#include <algorithm>

namespace orbweaver::deploy {

namespace {

using property::Override;
using property::Property;

void report(const property::Outcome& outcome, std::vector<std::string>& faults) {
  for (const auto& each : outcome.faults) {
    faults.push_back(each.at.text() + ": property '" + each.property + "': " + each.misfit.text);
  }
}

/// The last one that gives the property, by its id or its name.
const Override* find_given(std::span<const Override> given, const Property& property) {
  const auto& common = common_of(property);
  const Override* found = nullptr;
  for (const auto& each : given) {
    if (each.refid == common.id || each.refid == common.name) found = &each;
  }
  return found;
}

/// Public radios have such values in their SADs, and deploy without them.
bool is_out_of_range(const property::Outcome& outcome) {
  return !outcome.faults.empty() && std::ranges::all_of(outcome.faults, [](const auto& each) {
    using Kind = decltype(each.kind);
    return each.kind == Kind::misfit && each.misfit.cause == property::Misfit::Cause::out_of_range;
  });
}

void report_unknown(std::span<const Property> properties, std::span<const Override> given,
                    std::vector<std::string>& faults) {
  for (const auto& each : given) {
    if (property::is_execute_option(each.refid)) continue;
    const bool known = std::ranges::any_of(properties, [&](const Property& property) {
      return common_of(property).id == each.refid || common_of(property).name == each.refid;
    });
    if (known) continue;
    faults.push_back(each.at.text() + ": property '" + each.refid + "': the component has none");
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
  Capacities made;
  for (const auto& each : given) {
    const auto* property = property::find(properties, each.refid);
    if (property != nullptr) {
      auto outcome = value_of(*property, properties, each);
      if (is_out_of_range(outcome)) continue;
      report(outcome, faults);
      if (outcome.value) made.push_back({each.refid, std::move(*outcome.value)});
    } else if (const auto* text = std::get_if<std::string>(&each.value)) {
      made.push_back({each.refid, property::Scalar{*text}});
    }
  }
  return made;
}

}  // namespace orbweaver::deploy
