// SPDX-License-Identifier: Apache-2.0
// Memory runs out in a server, at any allocation of the ORB's threads; in the second scenario in
// clients, too. A failure ends the call or its connection, never the program; the server goes on
// accepting, and every call ends.
#include "scenarios/memory.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/heap.hpp>

#include <fmt/format.h>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::no_memory,  Kind::delay,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a connection paused by a full lane", "a lane that was full",
     "a lane with more than its depth, fed by several", "a one-way dropped in a send queue",
     "a one-way uncertain", "a reply dropped", "a request dropped as late or double",
     "a request held for those before it", "a request skipped, and its servant was given a gap"});

constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

void serve(const Options& options, Pace pace) {
  const EnoughMemory for_the_scenario;
  Orb orb{patient(options)};
  const auto reference = orb.publish(std::make_shared<SinkServant>(kObject, pace));
  let_memory_run_out(true);
  world().board.put("sink", reference);
  world().over.wait();
  let_memory_run_out(false);
  check_lane(orb, reference, options);
  const auto statistics = orb->statistics();
  world().counted_losses += statistics.oneways_failed + statistics.requests_missing;
  orb.destroy();
}

enum class Where { server, clients_too };

void call(const Options& options, bool is_ordered, Where where) {
  Orb orb{with(options, {"-ORBorderedDelivery", is_ordered ? "on" : "off"})};
  const auto shared = orb.sink(world().board.get("sink"));
  const auto stream = new_stream();
  const EnoughMemory for_the_scenario;
  let_memory_run_out(where == Where::clients_too);
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n)
      threads.emplace_back([&shared, stream, calls = from_to(3, 12)] {
        const EnoughMemory for_this_thread;
        Sender sender{kObject, shared, stream};
        for (std::uint32_t i = 0; i < calls; ++i) {
          const auto ending = sender.send(static_cast<Way>(from_to(0, kWays - 1)));
          if (ending != Ending::ok) sleep_until(virtual_now() + kMillisecond);
        }
      });
  }
  settle(shared);
  let_memory_run_out(false);
  orb.destroy();
}

// What a server accepted and could not run for lack of memory is counted there.
void check_losses_and_failures() {
  const auto owed = world().history.owed(kObject), counted = world().counted_losses;
  if (owed > counted)
    fail("nothing is lost uncounted",
         fmt::format("{} one-way calls were lost, {} are counted", owed, counted));
}

void run_out(Where where) {
  const bool is_ordered = one_of(false, true);
  // A connection that ends for lack of memory ends law 1 (docs/understand/ordering.md): the client
  // takes another one, while the server may still hold what it has read from the first.
  run_programs(
      {.promises = {.order_of_threads = is_ordered, .order_of_calls = is_ordered, .may_lose = true},
       .paces = kPaces,
       .most_clients = 3,
       .body_sizes = one_of(kSmallBodies, kSmallBodies, kBodiesOfPieces),
       .serve = serve,
       .call = [&](const Options& options) { call(options, is_ordered, where); },
       .at_the_end = check_losses_and_failures});
}

}  // namespace

Scenario memory_scenario() noexcept {
  return {"memory", "a server's memory runs out at any allocation", [] { run_out(Where::server); },
          kFaults, kStates};
}

Scenario memory_of_clients_scenario() noexcept {
  return {"memory_of_clients", "memory runs out in a server and its clients",
          [] { run_out(Where::clients_too); }, kFaults, kStates};
}

}  // namespace orbweaver::sim
