// SPDX-License-Identifier: Apache-2.0
// Laws 2 and 3: threads share an ordered reference, and its connections break again and again, or
// the server closes them as idle. What comes is in the order of the calls, nothing comes twice, and
// what was delivered and what was counted as missing are together what was sent.
#include "scenarios/reconnecting.hpp"

#include <orbweaver/os/thread.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::cut,           Kind::half_close,   Kind::connect_fails,
                             Kind::delay,         Kind::stall,        Kind::short_write,
                             Kind::short_read,    Kind::small_buffer, Kind::accept_fails,
                             Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a bad message", "a connection closed as idle", "a connection paused by a full lane",
     "a lane that was full", "a one-way dropped in a send queue", "a one-way uncertain",
     "a reply dropped", "a request dropped as late or double", "a request held for those before it",
     "a request skipped, and its servant was given a gap"});

constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

void serve(const Options& some, Pace pace) {
  auto options = with(some, {"-ORBorderWait", one_of("20", "1", "500")});
  if (one_of(false, false, true)) add(options, {"-ORBorderWindow", one_of("2", "8")});
  const bool closes_idle = one_of(false, true);
  if (closes_idle) add(options, {"-ORBserverIdle", one_of("5", "1")});
  serve_until_over(options, pace, [closes_idle](const Orb& orb) {
    check_sum_of_streams(orb, closes_idle ? ClosesIdle::yes : ClosesIdle::no);
  });
}

// About as long as a connection may be idle at a server that closes such ones.
void rest() {
  const auto time = one_of(Time{0}, Time{0}, kMillisecond, 5 * kMillisecond);
  if (time > 0) sleep_until(virtual_now() + time + from_to(0, 2000) * kMicrosecond);
}

void call(const Options& options) {
  Orb orb{with(options, {"-ORBorderedDelivery", "on"})};
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
        for (std::uint32_t i = 0; i < calls; ++i) {
          (void)sender.send(way.value_or(static_cast<Way>(from_to(0, kWays - 1))));
          rest();
        }
      });
    }
  }
  end_faults();
  send_until_answered(last);
  orb.destroy();
}

void run() {
  run_programs({.promises = {.order_of_calls = true, .may_lose = true},
                .paces = kPaces,
                .serve = serve,
                .call = call});
}

}  // namespace

Scenario reconnecting_scenario() noexcept {
  return {"reconnecting", "threads share an ordered reference whose connections break", run,
          kFaults, kStates};
}

}  // namespace orbweaver::sim
