// Law 7: both sides close connections that are idle. Each request runs once, in order, and no caller
// sees an error.
#include "scenarios/idle.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::uint32_t kObject = 1;
constexpr std::array kFaults{Kind::delay, Kind::short_write, Kind::short_read, Kind::small_buffer,
                             Kind::spurious_wake};

void serve(Options options, Pace pace) {
  options.insert(options.end(), {"-ORBserverIdle", one_of("0", "5", "20", "60")});
  Orb orb{options};
  world().board.put("sink", orb.publish(std::make_shared<SinkServant>(kObject, pace)));
  world().over.wait();
  orb.destroy();
}

// About as long as connections may be idle, so that closes and calls meet.
void rest() {
  const auto time = one_of(Time{0}, kMillisecond, 5 * kMillisecond, 19 * kMillisecond,
                           20 * kMillisecond, 62 * kMillisecond);
  sleep_until(virtual_now() + time + from_to(0, 2000) * kMicrosecond);
}

void call(Options options) {
  options.insert(options.end(), {"-ORBclientIdle", one_of("5", "0", "20", "60")});
  Orb orb{options};
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
  begin_world();
  world().history.promise(kObject, {});
  const auto pace = one_of(Pace::at_once, Pace::dawdles);
  auto& server =
      start_program("server", [options = server_options(), pace] { serve(options, pace); });
  std::vector<Process*> clients;
  for (std::uint32_t n = from_to(1, 2); n > 0; --n)
    clients.push_back(&start_program("client", [options = client_options()] { call(options); }));
  for (auto* const client : clients) await_end(*client);
  world().over.raise();
  await_end(server);
  world().history.check_end();
  check_end_of_all();
}

}  // namespace

Scenario idle_scenario() noexcept {
  return {"idle", "client and server close idle connections while calls go on", run, kFaults};
}

}  // namespace orbweaver::sim
