// SPDX-License-Identifier: Apache-2.0
// The ports of an application or a component, as the profiles in the domain's file system define
// them.
#pragma once
#include <orbweaver/control/report.hpp>

#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

struct KnownPort {
  std::string name, direction;  // "uses", "provides", "supports"
  std::string interface;        // its repository id; empty: not in the profiles
  /// For an external port: the component that has it, and the port's name at the component. Else
  /// empty.
  std::string component{}, port{};

  [[nodiscard]] bool is_uses() const { return direction == "uses"; }
};

/// Returns the external ports of an application, or the ports of a component. Throws Failed.
[[nodiscard]] std::vector<KnownPort> known_ports(const Domain& domain,
                                                 const ApplicationTarget& target);

/// Returns "choose from a, b" with the ports for which `is_wanted` is true; empty if there are
/// none, or if the profiles cannot be read.
template <class Predicate>
[[nodiscard]] std::string choice_of_ports(const Domain& domain, const ApplicationTarget& target,
                                          Predicate is_wanted) try {
  std::string names;
  for (const auto& known_port : known_ports(domain, target))
    if (is_wanted(known_port)) names += (names.empty() ? "'" : ", '") + known_port.name + "'";
  return names.empty() ? names : "choose from " + names;
} catch (const Failed&) {
  return {};
}

}  // namespace orbweaver::control
