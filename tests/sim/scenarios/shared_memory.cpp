// SPDX-License-Identifier: Apache-2.0
// Shared memory alone: threads that look and threads that block, messages larger than what a
// connection shares, and either side killed at any moment. No call runs twice, no call runs
// that failed with COMPLETED_NO, and every call of a process that lives ends.
#include "scenarios/shared_memory.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,        Kind::cut,          Kind::connect_fails,
                             Kind::accept_fails, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a bad message", "a body larger than a connection's shared memory",
     "a call under way when its process was killed", "a connection paused by a full lane",
     "a one-way dropped in a send queue", "a one-way uncertain", "a reply dropped",
     "a request held for those before it", "a request skipped, and its servant was given a gap"});
constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

// The least that the option takes: 1 MiB in each direction.
Options with_shared_memory(const Options& options) {
  return with(options, {"-ORBshmBytes", one_of("1048576", "2000000"), "-ORBwaiting",
                        one_of("auto", "block", "look")});
}

void serve(const Options& options, Pace pace) {
  serve_in_lives(with_shared_memory(with(options, {"-ORBendPoint", "giop:shm:@sink"})), pace);
}

void send_some(const SinkReference& sink, std::uint32_t stream, std::uint32_t calls) {
  Sender sender{kObject, sink, stream};
  for (; calls > 0; --calls)
    if (sender.send(static_cast<Way>(from_to(0, kWays - 1))) != Ending::ok)
      sleep_until(virtual_now() + kMillisecond);
}

void live(const Options& options) {
  Orb orb{options};
  const auto shared = orb.sink(world().board.get("sink"));
  const auto stream = new_stream();
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n)
      threads.emplace_back(
          [&shared, stream, calls = from_to(2, 10)] { send_some(shared, stream, calls); });
  }
  settle(shared);
  orb.destroy();
}

// One client after the other; the last one lives until its calls have ended.
void call(const Options& some) {
  const auto options = with_shared_memory(with(some, {"-ORBtransport", "shm"}));
  for (auto lives = from_to(0, 2); lives > 0; --lives)
    run_and_kill(
        "client", [&options] { live(options); }, life_time());
  await_end(start_program("client", [&options] { live(options); }));
}

// A connection that breaks ends the order of law 1, but not that of law 2.
void run() {
  const bool is_ordered = one_of(false, true);
  run_programs(
      {.promises = {.order_of_threads = is_ordered, .order_of_calls = is_ordered, .may_lose = true},
       .paces = kPaces,
       .most_clients = 2,
       .body_sizes = one_of(kSmallBodies, kSmallBodies, kSmallBodies, kLargeBodies),
       .client_options = {"-ORBorderedDelivery", is_ordered ? "on" : "off"},
       .serve = serve,
       .call = call});
}

}  // namespace

Scenario shared_memory_scenario() noexcept {
  return {"shared_memory", "calls over shared memory, whose sides are killed at any moment", run,
          kFaults, kStates};
}

}  // namespace orbweaver::sim
