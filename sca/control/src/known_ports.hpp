// SPDX-License-Identifier: Apache-2.0
// The ports of an application or a component, as the profiles in the domain's file system have
// them.
#pragma once
#include <orbweaver/control/report.hpp>

#include <string>
#include <vector>

#include "applications.hpp"

namespace orbweaver::control {

struct KnownPort {
  std::string name, direction;  // "uses", "provides", "supports"
  std::string interface;        // its repository id; empty: the profiles do not say it
  /// For an external port: the component that has it, and the component's name for it. Else empty.
  std::string component{}, port{};

  [[nodiscard]] bool is_uses() const { return direction == "uses"; }
};

/// The external ports of an application, or those of a component. Throws Failed.
[[nodiscard]] std::vector<KnownPort> known_ports(const Domain& domain,
                                                 const ApplicationTarget& target);

/// "choose from a, b" of what `is_wanted`; empty if there is none, or if the profiles cannot be
/// read.
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
