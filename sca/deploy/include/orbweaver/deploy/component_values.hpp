// SPDX-License-Identifier: Apache-2.0
// The values that a component gets: at its execution, at its configuration, or from its factory.
#pragma once
#include <orbweaver/deploy/plan.hpp>

namespace orbweaver::deploy {

struct ComponentValues {
  std::vector<std::pair<std::string, std::string>> parameters;  // of execution, by id
  Capacities configure;             // every writable configure property that has a value
  Capacities configure_given;       // those of them that the SAD or the user sets
  std::vector<std::string> faults;  // one line each: place, property, what does not fit
};

/// Collects the values of a component. `given`: values of the SAD or of a node's DCD; `set`: values
/// of the user, which override them. A property without either has its default. Kinds: execparam
/// (and REDHAWK's commandline) goes to `parameters`; configure and REDHAWK's property go to
/// `configure`, unless readonly. Execute options are handled in execute_options.hpp. A value in
/// `given` that no property takes, or that is out of range, is left out; in `set` it is a fault.
[[nodiscard]] ComponentValues values_of(std::span<const property::Property> properties,
                                        std::span<const property::Override> given,
                                        std::span<const property::Override> set);

/// Qualifiers for a resource factory, as the SAD gives them. A value whose property is unknown
/// goes as a string.
[[nodiscard]] Capacities qualifiers_of(std::span<const property::Property> properties,
                                       std::span<const property::Override> given,
                                       std::vector<std::string>& faults);

}  // namespace orbweaver::deploy
