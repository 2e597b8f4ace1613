// SPDX-License-Identifier: Apache-2.0
// A server ends in order at any moment, or is killed, and another one takes its place. No call runs
// twice, no call runs that failed with COMPLETED_NO, every call ends, and what is lost is counted.
#include "scenarios/shutdown.hpp"

#include <orbweaver/os/thread.hpp>

#include <algorithm>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,        Kind::short_write,   Kind::short_read,
                             Kind::small_buffer, Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a connection paused by a full lane", "a one-way dropped in a send queue",
     "a one-way lost and counted", "a one-way uncertain"});

constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow};

// No connection is closed as idle: with its end, calls that were forgotten would begin anew.
void serve(const Options& options, Pace pace) {
  serve_in_lives(with(options, {"-ORBendPoint", "giop:tcp::7001", "-ORBendPoint", "giop:shm:@sink",
                                "-ORBendPoint", "giop:unix:@sink-u", "-ORBserverIdle", "0"}),
                 pace);
}

/// Whether calls have a time limit.
enum class Limits { none, of_some_threads };

Time limit_of_a_thread(Limits limits) {
  if (limits == Limits::none) return 0;
  return one_of(Time{0}, 30 * kMillisecond, 200 * kMillisecond, kMillisecond);
}

// A thread that gives up at the first call that fails, while others wait. It has sent no one-way
// call, of which it would have to know that it came.
void call_until_one_fails(const SinkReference& sink) {
  Sender sender{kObject, sink};
  for (auto calls = from_to(3, 12); calls > 0; --calls)
    if (sender.send(Way::two_way) != Ending::ok) return;
}

void call_every_time(const SinkReference& sink) {
  Sender sender{kObject, sink};
  for (auto calls = from_to(3, 12); calls > 0; --calls)
    if (sender.send(static_cast<Way>(from_to(0, kWays - 1))) != Ending::ok)
      sleep_until(virtual_now() + kMillisecond);
  settle(sink);  // its connection may be its own
}

void call(const Options& options, Limits limits) {
  Orb orb{with(options, {"-ORBclientIdle", "0"})};
  const auto shared = orb.sink(world().board.get("sink"));
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n) {
      const auto limit = limit_of_a_thread(limits);
      threads.emplace_back(
          [sink = limited(shared, limit), gives_up = limit > 0 && one_of(false, true)] {
            gives_up ? call_until_one_fails(sink) : call_every_time(sink);
          });
    }
  }
  orb.destroy();
}

Options without_tcp(Options options) {
  std::ranges::replace(options, "tcp", std::string{one_of("unix", "shm")});
  return options;
}

// A call whose time is over while its request is being sent ends the connection, and with it the
// order of what it carries. Its caller sees no reply. Over tcp a reply that is under way is lost if
// the client sends something after the server has closed the connection.
void run() {
  const auto limits = one_of(Limits::none, Limits::of_some_threads);
  const bool has_none = limits == Limits::none, is_local = one_of(false, true);
  const auto call_so = [&](const Options& options) {
    call(is_local ? without_tcp(options) : options, limits);
  };
  run_programs({.promises = {.order_of_threads = has_none,
                             .may_lose = true,
                             .answers = has_none && is_local},
                .paces = kPaces,
                .most_clients = 2,
                .serve = serve,
                .call = call_so,
                .at_the_end = check_losses});
}

}  // namespace

Scenario shutdown_scenario() noexcept {
  return {"shutdown", "a server ends or is killed at any moment, and another takes its place", run,
          kFaults, kStates};
}

}  // namespace orbweaver::sim
