#include "scenarios/clients.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::uint32_t kObject = 1;
constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake};

void serve(const Options& options, Pace pace) {
  Orb orb{options};
  const auto reference = orb.publish(std::make_shared<SinkServant>(kObject, pace));
  world().board.put("sink", reference);
  world().over.wait();
  orb.destroy();
}

void send(Sender& sender, std::uint32_t calls, std::optional<Way> way) {
  for (std::uint32_t i = 0; i < calls; ++i)
    (void)sender.send(way.value_or(static_cast<Way>(from_to(0, kWays - 1))));
}

// All threads of a process share one reference, or each has its own.
void call(const Options& options) {
  Orb orb{options};
  const auto shared = orb.sink(world().board.get("sink"));
  const bool is_shared = one_of(false, true);
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 3); n > 0; --n) {
      const auto calls = from_to(3, 12);
      const auto way = one_of(std::optional<Way>{}, std::optional{Way::none},
                              std::optional{Way::with_transport}, std::optional{Way::two_way});
      const auto sink = is_shared ? shared : orb.sink(world().board.get("sink"));
      threads.emplace_back([sink, calls, way] {
        Sender sender{kObject, sink};
        send(sender, calls, way);
        settle(sink);  // its connection may be its own
      });
    }
  }
  orb.destroy();
}

void run() {
  begin_world();
  world().history.promise(kObject, {});
  const auto pace = one_of(Pace::at_once, Pace::dawdles, Pace::slow);
  auto& server =
      start_program("server", [options = server_options(), pace] { serve(options, pace); });
  std::vector<Process*> clients;
  for (std::uint32_t n = from_to(1, 3); n > 0; --n)
    clients.push_back(&start_program("client", [options = client_options()] { call(options); }));
  for (auto* const client : clients) await_end(*client);
  world().over.raise();
  await_end(server);
  world().history.check_end();
  check_end_of_all();
}

}  // namespace

Scenario clients_scenario() noexcept {
  return {"clients", "many clients call one object in every way", run, kFaults};
}

}  // namespace orbweaver::sim
