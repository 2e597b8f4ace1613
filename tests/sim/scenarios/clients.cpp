#include "scenarios/clients.hpp"

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates =
    std::to_array<std::string_view>({"a connection paused by a full lane", "a lane that was full",
                                     "a lane with more than its depth, fed by several"});

constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow, Pace::tires};

void serve(const Options& options, Pace pace) { serve_until_over(patient(options), pace); }

void call(const Options& options) {
  call_in_every_way(options, one_of(Last::settles, Last::is_one_way));
}

void run() {
  run_programs({.promises = {},
                .paces = kPaces,
                .most_clients = 3,
                .body_sizes = one_of(kSmallBodies, kSmallBodies, kBodiesOfPieces),
                .serve = serve,
                .call = call});
}

}  // namespace

Scenario clients_scenario() noexcept {
  return {"clients", "many clients call one object in every way", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
