// A server ends in order at any moment, or is killed, and another one takes its place. No call runs
// twice, none runs whose caller was told that it did not, and every call ends.
#include "scenarios/shutdown.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay, Kind::short_write, Kind::short_read, Kind::small_buffer,
                             Kind::spurious_wake};

constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

void live(const Options& options, Pace pace, Time time) {
  Orb orb{options};
  world().board.put("sink", orb.publish_as("sink", std::make_shared<SinkServant>(kObject, pace)));
  sleep_until(virtual_now() + time);
  if (time == kNever) world().over.wait();
  orb.destroy();
}

Time life_time() {
  return from_to(0, 3000) * one_of(kMicrosecond / 2, 10 * kMicrosecond, 100 * kMicrosecond);
}

// One life after the other at the same address; the last one stays until the clients are done.
void run_servers(const Options& some, Pace pace) {
  auto options = some;
  add(options, {"-ORBendPoint", "giop:tcp::7001", "-ORBendPoint", "giop:shm:@sink", "-ORBendPoint",
                "giop:unix:@sink-u"});
  for (std::uint32_t lives = from_to(1, 3); lives > 0; --lives) {
    const bool is_killed = one_of(false, true);
    const auto time = life_time();
    auto& server = start_program("server", [&options, pace, time, is_killed] {
      live(options, pace, is_killed ? kNever : time);
    });
    if (is_killed) {
      sleep_until(virtual_now() + time);
      kill(server);
      world().history.restarts(kObject);
    }
    await_end(server);
  }
  auto& last = start_program("server", [&options, pace] { live(options, pace, kNever); });
  world().over.wait();
  await_end(last);
}

void call(const Options& options) {
  Orb orb{options};
  const auto shared = orb.sink(world().board.get("sink"));
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n)
      threads.emplace_back([&shared, calls = from_to(3, 12)] {
        Sender sender{kObject, shared};
        for (std::uint32_t i = 0; i < calls; ++i) {
          const auto ending = sender.send(static_cast<Way>(from_to(0, kWays - 1)));
          if (ending != Ending::ok) sleep_until(virtual_now() + kMillisecond);
        }
      });
  }
  settle(shared);
  orb.destroy();
}

void run() {
  run_programs({.promises = {.may_lose = true},
                .paces = kPaces,
                .most_clients = 2,
                .serve = run_servers,
                .call = call});
}

}  // namespace

Scenario shutdown_scenario() noexcept {
  return {"shutdown", "a server ends or is killed at any moment, and another takes its place", run,
          kFaults};
}

}  // namespace orbweaver::sim
