// SPDX-License-Identifier: Apache-2.0
// Rules let clients in that come by unix sockets and shared memory, as the system names their user,
// and refuse those that come by TCP. The file is replaced while calls go on, at times by a broken
// one.
#include "scenarios/rules.hpp"

#include <orbweaver/rules/rules_text.hpp>
#include <orbweaver/security/rules_file.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/reached.hpp>

#include <utility>

#include "laws/denials.hpp"
#include "scenarios/rig.hpp"
#include "scenarios/rig/sender.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::uint32_t kOfStrangers = kObject + 1;  // their calls, which no law of kObject knows

constexpr std::array kFaults{Kind::delay,      Kind::stall,        Kind::short_write,
                             Kind::short_read, Kind::small_buffer, Kind::spurious_wake,
                             Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a one-way that rules denied", "a two-way call that rules denied",
     "a file of rules that was replaced while calls went on",
     "a broken file of rules while calls went on", "a connection paused by a full lane"});

constexpr std::array kPaces{Pace::at_once, Pace::dawdles, Pace::slow};

constexpr const char* kFile = "/etc/rules.toml";
// Both let the same clients in.
constexpr std::string_view kByClient =
    "default = \"deny\"\n[[rule]]\ndecide = \"allow\"\nclient = \"user:1000\"\n";
constexpr std::string_view kByStranger =
    "default = \"allow\"\n[[rule]]\ndecide = \"deny\"\nclient = [\"anonymous\"]\n";
constexpr std::string_view kBroken = "default = \"allow\"\n[[rule]]\ndecide = \n";
constexpr std::string_view kForAll = "default = \"allow\"\n";

void write_rules(std::string_view text) { disk_here().write(kFile, text, 0600); }

/// The servant: as any sink, and no stranger reaches it.
class GuardedSink final : public virtual CORBA::servant_traits<Sim::Sink>::base_type,
                          public SinkNotes {
 public:
  GuardedSink(const Denials& denials, Pace pace) : SinkNotes(kObject, pace), denials_(denials) {}

  void push(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override {
    denials_.reaches_servant(sender, number);
    take(sender, number, body);
  }
  std::uint32_t call(std::uint32_t sender, std::uint32_t number, const Sim::Octets& body) override {
    push(sender, number, body);
    return number;
  }
  std::uint64_t count() override { return counted(); }

 private:
  const Denials& denials_;
};

void replace_the_rules() {
  for (auto times = from_to(1, 6); times > 0 && !world().over.is_raised(); --times) {
    sleep_until(virtual_now() + one_of(kMillisecond, 100 * kMillisecond, 700 * kMillisecond));
    const auto text = one_of(kByClient, kByStranger, kBroken);
    write_rules(text);
    if (world().over.is_raised()) return;
    reached(text == kBroken ? "a broken file of rules while calls went on"
                            : "a file of rules that was replaced while calls went on");
  }
}

// Looks once when the time is due, so that a call that comes then is decided by the new rules.
void check_that_new_rules_are_in_force() {
  write_rules(kForAll);
  sleep_until(virtual_now() + kSecond);
  auto& late = start_program("late stranger", [] {
    Orb orb{{"-ORBtransport", "tcp"}};
    try {
      (void)orb.sink(world().board.get("sink"))->count();
    } catch (const CORBA::NO_PERMISSION&) {
      fail("new rules are in force within a second", "a call was denied that they allow");
    }
    orb.destroy();
  });
  await_end(late);
}

void serve(const Options& some, Pace pace, const Denials& denials) {
  security::set_rules_reader(rules::read_rules);
  world().history.promise(kOfStrangers, {.may_lose = true});
  write_rules(one_of(kByClient, kByStranger));
  const auto options = with(patient(some), {"-ORBserverIdle", "0", "-ORBrules", kFile});
  Orb orb{options};
  const auto reference = orb.publish(std::make_shared<GuardedSink>(denials, pace));
  auto& author = start_program("author of rules", replace_the_rules);
  world().board.put("sink", reference);
  world().over.wait();
  await_end(author);
  check_lane(orb, reference, options);
  denials.check(orb->statistics().requests_denied);
  check_that_new_rules_are_in_force();
  denials.check(orb->statistics().requests_denied);
  orb.destroy();
}

void pause_at_times() {
  sleep_until(virtual_now() +
              one_of(Time{0}, Time{0}, Time{0}, 30 * kMillisecond, 600 * kMillisecond));
}

// Over a time in which rules change.
void call_now_and_then(const Options& options) {
  Orb orb{options};
  const auto sink = orb.sink(world().board.get("sink"));
  Sender sender{kObject, sink};
  for (auto calls = from_to(3, 12); calls > 0; --calls) {
    (void)sender.send(static_cast<Way>(from_to(0, kWays - 1)));
    pause_at_times();
  }
  settle(sink);
  orb.destroy();
}

void call_as_client(const Options& some) {
  const auto options = with(some, {"-ORBtransport", one_of("unix", "shm")});
  if (one_of(true, false)) return call_now_and_then(options);
  call_in_every_way(options, one_of(Last::settles, Last::is_one_way));
}

// The last call comes behind all others: then each of them has come to the server.
void call_last(const SinkReference& sink, Denials& denials) {
  denials.begins();
  try {
    (void)sink->count();
    Denials::ends(Way::two_way, Ending::ok);
  } catch (const CORBA::NO_PERMISSION&) {
    reached("a two-way call that rules denied");
  }
}

void call_as_stranger(const Options& options, Denials& denials) {
  Orb orb{with(options, {"-ORBtransport", "tcp"})};
  const auto sink = orb.sink(world().board.get("sink"));
  Sender sender{kOfStrangers, sink};
  denials.denies(sender.number());
  for (auto calls = from_to(1, 12); calls > 0; --calls) {
    const auto way = static_cast<Way>(from_to(0, kWays - 1));
    denials.begins();
    Denials::ends(way, sender.send(way));
    if (way != Way::two_way) reached("a one-way that rules denied");
    pause_at_times();
  }
  call_last(sink, denials);
  orb.destroy();
}

void run() {
  Denials denials;
  run_programs({.promises = {.is_prompt = true},
                .paces = kPaces,
                .most_clients = 4,
                .client_options = {"-ORBclientIdle", "0"},
                .serve = [&](const Options& options, Pace pace) { serve(options, pace, denials); },
                .call =
                    [&](const Options& options) {
                      if (one_of(true, false)) return call_as_client(options);
                      call_as_stranger(options, denials);
                    },
                .at_the_end = {}});
}

}  // namespace

Scenario rules_scenario() noexcept {
  return {"rules", "rules let some clients in, and their file is replaced meanwhile", run, kFaults,
          kStates};
}

}  // namespace orbweaver::sim
