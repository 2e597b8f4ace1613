// SPDX-License-Identifier: Apache-2.0
// The values that a component gets: at its execution, at its configuration, or from its factory.
#pragma once
#include <orbweaver/deploy/plan.hpp>

namespace orbweaver::deploy {

struct ComponentValues {
  std::vector<std::pair<std::string, std::string>> parameters;  // of execution, by id
  Capacities configure;             // every writable configure property that has a value
  Capacities configure_given;       // those that the SAD or the user gives
  std::vector<std::string> faults;  // one line each: place, property, what does not fit
};

/// `given`: what the SAD, or a node's DCD, gives; `set`: what the user sets, which goes before it.
/// A property that neither gives has its default. Kinds: execparam (and REDHAWK's commandline) goes
/// to `parameters`; configure and REDHAWK's property go to `configure`, unless readonly. Execute
/// options go to neither: execute_options.hpp. A value that no property takes, or that is out of
/// range, is left out of `given`; in `set` it is a fault.
[[nodiscard]] ComponentValues values_of(std::span<const property::Property> properties,
                                        std::span<const property::Override> given,
                                        std::span<const property::Override> set);

/// Qualifiers for a resource factory, as the SAD gives them. A value whose property is unknown
/// goes as a string.
[[nodiscard]] Capacities qualifiers_of(std::span<const property::Property> properties,
                                       std::span<const property::Override> given,
                                       std::vector<std::string>& faults);

}  // namespace orbweaver::deploy
