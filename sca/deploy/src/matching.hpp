// SPDX-License-Identifier: Apache-2.0
// Matches one implementation with one device. The device's free capacity is not part of it.
#pragma once
#include "compare.hpp"

#include <orbweaver/deploy/plan.hpp>

namespace orbweaver::deploy {

struct Match {
  /// A package that it depends on, by itself.
  struct Package {
    const profile::ComponentProfile* component = nullptr;
    const profile::Implementation* implementation = nullptr;
    Capacities capacities;
    std::vector<LoadRequest> loads;
  };

  std::vector<Comparison> comparisons;
  Capacities capacities;           // to request from the device if all else fits
  std::vector<LoadRequest> loads;  // packages that it depends on first, then itself
  /// Each package once, after the packages that it depends on. Its requirements are also in
  /// `capacities` and `loads`.
  std::vector<Package> packages;
  [[nodiscard]] bool fits() const;
};

/// Returns the absolute file of an implementation; the comparison that failed if it does not exist.
[[nodiscard]] Result<std::string, Comparison> file_of(const profile::ComponentProfile& component,
                                                      const profile::Implementation& implementation,
                                                      const Locate& locate);

/// `implementation` is one of `component`'s. A package that it depends on is matched likewise, by
/// the implementation that is named or by the first one that fits.
[[nodiscard]] Match match(const profile::ComponentProfile& component,
                          const profile::Implementation& implementation, const DeployDevice& device,
                          const Locate& locate, Runs runs);

/// Matches the wants of a component, an implementation or an application with a device that it
/// uses.
[[nodiscard]] Match match(const profile::UsesDevice& wanted, const DeployDevice& device);

}  // namespace orbweaver::deploy
