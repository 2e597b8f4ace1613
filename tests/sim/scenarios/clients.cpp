// SPDX-License-Identifier: Apache-2.0
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

// No connection is closed as idle: with its end, calls that were forgotten would begin anew.
void serve(const Options& options, Pace pace) {
  serve_until_over(with(patient(options), {"-ORBserverIdle", "0"}), pace);
}

// As a command does: an ORB for a call or two.
void call_briefly(const Options& options) {
  Orb orb{options};
  Sender sender{kObject, orb.sink(world().board.get("sink"))};
  for (auto calls = from_to(1, 2); calls > 0; --calls)
    (void)sender.send(one_of(Way::with_transport, Way::two_way));
  orb.destroy();
}

void call(const Options& options) {
  if (one_of(true, true, false))
    return call_in_every_way(options, one_of(Last::settles, Last::is_one_way));
  for (auto times = from_to(1, 5); times > 0; --times) call_briefly(options);
}

enum class Memory { of_any_kind, shared_and_short };

BodySizes body_sizes(Memory memory) {
  return memory == Memory::of_any_kind ? one_of(kSmallBodies, kSmallBodies, kBodiesOfPieces)
                                       : kBodiesOfBlocks;
}

Options client_options(Memory memory) {
  Options options{"-ORBclientIdle", "0"};  // see serve()
  if (memory == Memory::shared_and_short)
    add(options, {"-ORBtransport", "shm", "-ORBshmBytes", "1048576"});  // the least that it takes
  return options;
}

void run() {
  const auto memory = from_to(0, 7) < 7 ? Memory::of_any_kind : Memory::shared_and_short;
  run_programs({.promises = {.is_prompt = true},
                .paces = kPaces,
                .most_clients = 3,
                .body_sizes = body_sizes(memory),
                .client_options = client_options(memory),
                .serve = serve,
                .call = call});
}

}  // namespace

Scenario clients_scenario() noexcept {
  return {"clients", "many clients call one object in every way", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
