// A server ends in order at any moment, or is killed, and another one takes its place. No call runs
// twice, no call runs that failed with COMPLETED_NO, every call ends, and what is lost is counted.
#include "scenarios/shutdown.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay, Kind::short_write, Kind::short_read, Kind::small_buffer,
                             Kind::spurious_wake};

constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

void serve(const Options& options, Pace pace) {
  serve_in_lives(with(options, {"-ORBendPoint", "giop:tcp::7001", "-ORBendPoint", "giop:shm:@sink",
                                "-ORBendPoint", "giop:unix:@sink-u"}),
                 pace);
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

// A call whose time is over while its request is being sent ends the connection, and with it the
// order of what it carries.
void run() {
  const Options limit{"-ORBcallTimeout", one_of("0", "0", "30", "200")};
  run_programs({.promises = {.order_of_threads = limit.back() == "0", .may_lose = true},
                .paces = kPaces,
                .most_clients = 2,
                .client_options = limit,
                .serve = serve,
                .call = call,
                .at_the_end = check_losses});
}

}  // namespace

Scenario shutdown_scenario() noexcept {
  return {"shutdown", "a server ends or is killed at any moment, and another takes its place", run,
          kFaults};
}

}  // namespace orbweaver::sim
