// Laws 2 and 3: threads share an ordered reference, and its connections break again and again. What
// comes is in the order of the calls, nothing comes twice, and what was delivered and what was
// counted as missing are together what was sent.
#include "scenarios/reconnecting.hpp"

#include <orbweaver/corba/policy.hpp>
#include <orbweaver/os/thread.hpp>

#include <fmt/format.h>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::uint32_t kObject = 1;
constexpr std::array kFaults{Kind::cut,          Kind::half_close,   Kind::connect_fails,
                             Kind::delay,        Kind::stall,        Kind::short_write,
                             Kind::short_read,   Kind::small_buffer, Kind::accept_fails,
                             Kind::spurious_wake};

void check_sum(const Orb& orb) {
  const auto& history = world().history;
  const auto missing = orb->statistics().requests_missing;
  const auto delivered = history.delivered(kObject), used = history.used(kObject);
  if (delivered + missing != used)
    fail("nothing is lost uncounted",
         fmt::format("{} calls used a number; {} were delivered and {} are counted as missing",
                     used, delivered, missing));
  if (history.missed(kObject) != missing)
    fail("gaps are reported", fmt::format("the servant was given gaps of {}, counted are {}",
                                          history.missed(kObject), missing));
}

void serve(Options options, Pace pace) {
  options.insert(options.end(), {"-ORBorderWait", one_of("20", "1", "500")});
  if (one_of(false, false, true))
    options.insert(options.end(), {"-ORBorderWindow", one_of("2", "8")});
  Orb orb{options};
  world().board.put("sink", orb.publish(std::make_shared<SinkServant>(kObject, pace)));
  world().over.wait();
  check_sum(orb);
  orb.destroy();
}

// A two-way call that returns settles all before it.
void send_the_last(Sender& sender) {
  while (sender.send(Way::two_way) != Ending::ok) sleep_until(virtual_now() + 10 * kMillisecond);
}

void call(Options options) {
  options.insert(options.end(), {"-ORBorderedDelivery", "on"});
  Orb orb{options};
  const auto shared = orb.sink(world().board.get("sink"));
  Sender last{kObject, shared};
  {
    std::vector<os::Thread> threads;
    for (std::uint32_t n = from_to(1, 4); n > 0; --n) {
      const auto calls = from_to(2, 10);
      const auto way =
          one_of(std::optional<Way>{}, std::optional{Way::none}, std::optional{Way::with_transport},
                 std::optional{Way::with_server}, std::optional{Way::two_way});
      threads.emplace_back([shared, calls, way] {
        Sender sender{kObject, shared};
        for (std::uint32_t i = 0; i < calls; ++i)
          (void)sender.send(way.value_or(static_cast<Way>(from_to(0, kWays - 1))));
      });
    }
  }
  end_faults();
  send_the_last(last);
  orb.destroy();
}

void run() {
  begin_world();
  world().history.promise(kObject, {.order_of_calls = true, .may_lose = true});
  const auto pace = one_of(Pace::at_once, Pace::dawdles);
  auto& server =
      start_program("server", [options = server_options(), pace] { serve(options, pace); });
  auto& client = start_program("client", [options = client_options()] { call(options); });
  await_end(client);
  world().over.raise();
  await_end(server);
  world().history.check_end();
  check_end_of_all();
}

}  // namespace

Scenario reconnecting_scenario() noexcept {
  return {"reconnecting", "threads share an ordered reference whose connections break", run,
          kFaults};
}

}  // namespace orbweaver::sim
