#include "scenarios/clients.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake};

constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow};

void serve(const Options& options, Pace pace) { serve_until_over(options, pace); }

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
  run_programs({.promises = {}, .paces = kPaces, .most_clients = 3, .serve = serve, .call = call});
}

}  // namespace

Scenario clients_scenario() noexcept {
  return {"clients", "many clients call one object in every way", run, kFaults};
}

}  // namespace orbweaver::sim
