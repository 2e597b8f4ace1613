// SPDX-License-Identifier: Apache-2.0
// Sequences that are not copied: clients give loans, views and vectors, and servants keep the views
// that they get. What was lent, or is kept, never changes, whichever thread reads, queues or frees
// it.
#include "scenarios/loans.hpp"

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a connection paused by a full lane", "a lane that was full", "a view kept after its call"});
constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow};

// No connection is closed as idle: calls that were sent would be lost with it.
void serve(const Options& options, Pace pace) {
  serve_until_over(with(patient(options), {"-ORBserverIdle", "0"}), pace);
}

void call(const Options& options) {
  call_in_every_way(options, one_of(Last::settles, Last::is_one_way));
}

Options transport() {
  Options options{"-ORBclientIdle", "0"};  // see serve()
  const auto more =
      one_of(Options{}, Options{"-ORBtransport", "tcp"}, Options{"-ORBtransport", "unix"},
             Options{"-ORBtransport", "shm", "-ORBshmBytes", "1048576"});
  return with(options, more);
}

void run() {
  run_programs({.paces = kPaces,
                .most_clients = 2,
                .body_sizes = one_of(kBodiesOfBlocks, kBodiesOfPieces, kSmallBodies),
                .lends = true,
                .client_options = transport(),
                .serve = serve,
                .call = call});
}

}  // namespace

Scenario loans_scenario() noexcept {
  return {"loans", "clients give loans and views, and servants keep views", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
