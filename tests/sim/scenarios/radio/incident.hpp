// SPDX-License-Identifier: Apache-2.0
// What happens in a domain where nothing else is wrong: a part of it is away and comes back, or
// does not do in time what it is asked to. Whatever depends on it notices that, and afterwards all
// is as before.
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "scenarios/radio/client.hpp"
#include "scenarios/radio/keeper.hpp"

namespace orbweaver::sim {

enum class Incident {
  none,
  node_is_away,
  domain_is_away,
  device_ends,
  names_are_unbound,  // by a client
  start_is_late,
  component_ends_early,
  wanted_ends,  // an application that is wanted, again and again
};

inline constexpr std::string_view kNodeWasAway = "a node was away for seconds",
                                  kDomainWasAway = "the domain manager was away for seconds",
                                  kDeviceEnded = "a device ended and came back",
                                  kNamesUnbound = "a client unbound names of the domain",
                                  kStartedLate = "a component answered late to its start",
                                  kEndedEarly = "a component ended before it registered",
                                  kMadeAgain = "a wanted application was there again";

/// The programs of a radio that are started again when they end.
struct Kept {
  Keeper& domain;
  std::vector<std::unique_ptr<Keeper>>& nodes;  // number 1 first
};

/// The domain is started anew for it, so that it needs a state file.
[[nodiscard]] constexpr bool starts_domain_anew(Incident incident) noexcept {
  return incident == Incident::domain_is_away || incident == Incident::wanted_ends;
}

/// Requires: no faults any more, and each node has joined. Fails the run if the incident is not
/// noticed, or leaves something. Blocks: until all have joined again.
void live_through(Incident incident, const Kept& kept, RadioClient& client);

}  // namespace orbweaver::sim
