// SPDX-License-Identifier: Apache-2.0
// Finds a device and an implementation for one component, or for several that belong together.
#pragma once
#include "matching.hpp"

#include <map>
#include <set>
#include <span>

namespace orbweaver::deploy {

/// A component of the SAD that is to be placed.
struct Candidate {
  profile::Placed placed;
  const profile::ComponentProfile* component = nullptr;
  std::string identifier;
  // the collocation that it belongs to, by the request's placement; empty: none
  std::string collocation;
};

/// The device and implementation of a component.
struct Place {
  const profile::Implementation* implementation = nullptr;
  const DeployDevice* device = nullptr;
  Runs runs = Runs::by_itself;
  std::vector<LoadRequest> loads;
  std::map<std::string, std::string> uses_devices;
};

class Placement {
 public:
  /// All must outlive it.
  Placement(const PlanRequest& request, CapacitySource& source, PlanReport& report)
      : request_(&request), source_(&source), report_(&report) {}

  /// Returns nothing if no device takes it; then nothing is recorded in `taken`.
  [[nodiscard]] std::optional<Place> place(const Candidate& candidate, Transaction& taken);

  /// Finds one device for components that must be together, in the order of `candidates`: in a host
  /// process if all can run there, otherwise as programs. Returns none if no device takes them all.
  [[nodiscard]] std::vector<Place> place_together(std::span<const Candidate> candidates,
                                                  Transaction& taken);

  /// Chooses the devices that the application itself uses (REDHAWK).
  [[nodiscard]] std::optional<std::map<std::string, std::string>> place_uses(
      const std::vector<profile::UsesDevice>& wanted, Transaction& taken);

 private:
  std::optional<Place> try_on(const Candidate& candidate, const profile::Implementation& one,
                              const DeployDevice& device, Runs runs, Transaction& taken);
  std::optional<Place> try_on(const Candidate& candidate, const DeployDevice& device, Runs runs,
                              Transaction& taken);
  std::vector<Place> try_all_on(std::span<const Candidate> candidates, const DeployDevice& device,
                                Runs runs, Transaction& taken);
  std::vector<Place> place_together(std::span<const Candidate> candidates, Runs runs,
                                    Transaction& taken);
  /// Returns whether it can run. Reports the reason if not.
  bool can_run(const Candidate& candidate, const profile::Implementation& one, Runs runs);
  bool has_file(const Candidate& candidate, const profile::Implementation& implementation);
  bool is_assigned_elsewhere(const Candidate& candidate, const profile::Implementation& one,
                             const DeployDevice& device);
  bool take(PlanAttempt attempt, const Capacities& capacities, Transaction& taken);
  /// Asks the device for capacities. Returns the comparison that failed; nothing if it grants them.
  std::optional<Comparison> ask(const PlanAttempt& attempt, const Capacities& capacities,
                                Transaction& taken);
  bool use_devices(const PlanAttempt& host, const std::vector<profile::UsesDevice>& wanted,
                   std::map<std::string, std::string>& chosen, Transaction& taken);
  bool use_device(const PlanAttempt& host, const profile::UsesDevice& wanted,
                  std::map<std::string, std::string>& chosen, Transaction& taken);
  void give_back(Transaction& taken);

  const PlanRequest* request_;
  CapacitySource* source_;
  PlanReport* report_;
  std::set<std::string> hung_;  // devices that did not answer: they are not asked again
};

}  // namespace orbweaver::deploy
