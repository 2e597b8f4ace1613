// A node, or the domain manager, is away for some seconds, and comes back. Whoever depends on it
// notices that meanwhile.
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "scenarios/radio/client.hpp"
#include "scenarios/radio/keeper.hpp"

namespace orbweaver::sim {

enum class Outage { none, of_a_node, of_the_domain };

inline constexpr std::string_view kNodeWasAway = "a node was away for seconds",
                                  kDomainWasAway = "the domain manager was away for seconds";

/// The programs of a radio that are started again when they end.
struct Kept {
  Keeper& domain;
  std::vector<std::unique_ptr<Keeper>>& nodes;  // number 1 first
};

/// Requires: no faults any more, each node has joined, and a domain that is away keeps a state file.
/// Fails the run if the outage is not noticed. Blocks: until all have joined again.
void live_through(Outage outage, const Kept& kept, RadioClient& client);

}  // namespace orbweaver::sim
