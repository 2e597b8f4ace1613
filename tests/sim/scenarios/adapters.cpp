// SPDX-License-Identifier: Apache-2.0
// A program holds its requests, discards them, and lets them go on, at any moment. What is held
// runs when it may, in order; what is discarded does not run, and is counted or said to its caller.
#include "scenarios/adapters.hpp"

#include <orbweaver/sim/reached.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

using PortableServer::POAManager;

constexpr std::array kFaults{Kind::delay,        Kind::short_write,   Kind::short_read,
                             Kind::small_buffer, Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates =
    std::to_array<std::string_view>({"a connection paused by a full lane", "a lane that was full",
                                     "a lane with more than its depth, fed by several",
                                     "a one-way lost and counted", "a one-way request discarded"});

constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::tires};

/// The states that the manager takes.
enum class States { active_and_holding, all };

void change(POAManager& manager, States states) {
  const bool waits = one_of(false, true);
  switch (from_to(0, states == States::all ? 2 : 1)) {
    case 0:
      return manager.activate();
    case 1:
      return manager.hold_requests(waits);
    default:
      return manager.discard_requests(waits);
  }
}

void change_at_any_moment(POAManager& manager, States states) {
  for (auto changes = from_to(3, 30); changes > 0; --changes) {
    sleep_until(virtual_now() + from_to(0, 3000) * kMicrosecond);
    change(manager, states);
  }
  manager.activate();
}

void serve(const Options& some, Pace pace, States states) {
  const auto options = patient(some);
  Orb orb{options};
  const auto reference = orb.publish(std::make_shared<SinkServant>(kObject, pace));
  world().board.put("sink", reference);
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  change_at_any_moment(*root->the_POAManager(), states);
  world().over.wait();
  check_lane(orb, reference, options);
  const auto refused = orb->statistics().requests_refused;
  reached("a one-way request discarded", refused);
  world().counted_losses += refused;
  orb.destroy();
}

void call(const Options& options) { call_in_every_way(options); }

void run() {
  const auto states = one_of(States::active_and_holding, States::all);
  const bool discards = states == States::all;
  run_programs({.promises = {.may_lose = discards, .answers = true},
                .paces = kPaces,
                .most_clients = 2,
                .serve = [&](const Options& options, Pace pace) { serve(options, pace, states); },
                .call = call,
                .at_the_end = check_losses});
}

}  // namespace

Scenario adapters_scenario() noexcept {
  return {"adapters", "a program holds requests, discards them, and lets them go on", run, kFaults,
          kStates};
}

}  // namespace orbweaver::sim
