// Law 7: both sides close connections that are idle. Each request runs once, in order, and no caller
// sees an error.
#include "scenarios/idle.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,        Kind::short_write,   Kind::short_read,
                             Kind::small_buffer, Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a connection closed as idle", "a connection paused by a full lane", "a lane that was full",
     "a lane with more than its depth, fed by several"});

// A slow servant takes longer than connections may be idle.
constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow, Pace::tires};

void serve(const Options& options, Pace pace) {
  serve_until_over(with(options, {"-ORBserverIdle", one_of("0", "5", "20", "60")}), pace);
}

// About as long as connections may be idle, so that closes and calls meet.
void rest() {
  const auto time = one_of(Time{0}, kMillisecond, 5 * kMillisecond, 19 * kMillisecond,
                           20 * kMillisecond, 62 * kMillisecond);
  sleep_until(virtual_now() + time + from_to(0, 2000) * kMicrosecond);
}

void call(const Options& options) {
  Orb orb{with(options, {"-ORBclientIdle", one_of("5", "0", "20", "60")})};
  const auto shared = orb.sink(world().board.get("sink"));
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n)
      threads.emplace_back([&shared, calls = from_to(2, 8)] {
        Sender sender{kObject, shared};
        for (std::uint32_t i = 0; i < calls; ++i) {
          (void)sender.send(static_cast<Way>(from_to(0, kWays - 1)));
          rest();
        }
      });
  }
  settle(shared);
  orb.destroy();
}

void run() {
  run_programs({.promises = {}, .paces = kPaces, .most_clients = 2, .serve = serve, .call = call});
}

}  // namespace

Scenario idle_scenario() noexcept {
  return {"idle", "client and server close idle connections while calls go on", run, kFaults,
          kStates};
}

}  // namespace orbweaver::sim
