// SPDX-License-Identifier: Apache-2.0
// Law 8. A servant calls a listener, and the listener calls the servant again before it answers.
// That call enters the servant's lane at once, and no other request does.
#include "scenarios/nested.hpp"

#include <orbweaver/sim/reached.hpp>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::uint32_t kListener = kObject + 1;

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a call that came back to a servant which waits", "a connection paused by a full lane",
     "a nested call let in", "a request cancelled"});

constexpr std::array kPaces{Pace::at_once, Pace::dawdles};

/// What the servant and the listener know of each other's calls.
class Visits {
 public:
  /// Runs `call`, for whose end the servant waits.
  template <class Call>
  void wait_in_servant(Call call) {
    is_waiting_ = true;
    ++waits_;
    call();
    is_waiting_ = false;
  }
  /// The listener is about to call the servant.
  void comes_back() { ++expected_; }
  /// The servant has got a call of count(), which takes `time`.
  void visit(Time time) {
    const bool is_part = expected_ > 0;
    if (is_part) --expected_;
    if (!is_waiting_) return;
    if (!is_part) fail("only a call that comes back enters", "another one entered");
    if (std::exchange(is_inside_, true))
      fail("one call is inside at a time", "a second one entered");
    stay(time);
    is_inside_ = false;
  }

 private:
  void stay(Time time) const {
    const auto wait = waits_;
    reached("a call that came back to a servant which waits");
    sleep_until(virtual_now() + time);
    if (!is_waiting_ || waits_ != wait)
      fail("the servant waits for its visitor", "it went on while a call was inside");
  }

  bool is_waiting_ = false, is_inside_ = false;
  std::uint32_t waits_ = 0, expected_ = 0;
};

// A call that has timed out may still be inside when the next one comes, which may have all the
// time.
void call_back(const SinkReference& sink, Time limit, Visits& visits) {
  for (;;) {
    visits.comes_back();
    try {
      return void(limited(sink, limit)->count());
    } catch (const CORBA::SystemException&) {
      sleep_until(virtual_now() + kMillisecond);
      limit = one_of(limit, Time{0});
    }
  }
}

void listen(const Options& options, Visits& visits) {
  Orb orb{options};
  const auto time = one_of(Time{0}, Time{0}, 30 * kMillisecond);
  const auto servant = std::make_shared<SinkServant>(kListener, Pace::at_once);
  servant->on_request = [&](std::uint32_t, std::uint32_t) {
    call_back(orb.sink(world().board.get("sink")), time, visits);
  };
  world().board.put("listener", orb.publish(servant));
  world().over.wait();
  orb.destroy();
}

void serve(const Options& some, Pace pace) {
  Visits visits;
  world().history.promise(kListener, {});
  const auto own = with(patient(server_options()), client_options());
  auto& listener = start_program("listener", [&visits, own] { listen(own, visits); });
  Orb orb{with(patient(some), client_options())};
  const auto servant = std::make_shared<SinkServant>(kObject, pace);
  Sender to_listener{kListener, orb.sink(world().board.get("listener"))};
  const auto way = one_of(Way::two_way, Way::with_target);
  servant->on_request = [&](std::uint32_t, std::uint32_t) {
    visits.wait_in_servant([&] { (void)to_listener.send(way); });
  };
  servant->on_count = [&] {
    visits.visit(one_of(Time{0}, Time{0}, kMillisecond, 50 * kMillisecond));
  };
  world().board.put("sink", orb.publish(servant));
  world().over.wait();
  orb.destroy();
  await_end(listener);
}

void call(const Options& options) { call_in_every_way(options); }

void run() {
  run_programs({.promises = {}, .paces = kPaces, .most_clients = 1, .serve = serve, .call = call});
}

}  // namespace

Scenario nested_scenario() noexcept {
  return {"nested", "a listener calls the servant that is calling it", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
