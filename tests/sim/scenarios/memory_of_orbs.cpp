// SPDX-License-Identifier: Apache-2.0
// Memory runs out while ORBs begin, activate objects, make their first calls and end. Each step
// succeeds or fails as a whole: a program can go on and try again, and an ORB that ends leaves
// nothing.
#include "scenarios/memory_of_orbs.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/reached.hpp>

#include <array>
#include <new>
#include <optional>

#include "scenarios/rig.hpp"

namespace orbweaver::sim {

namespace {

constexpr std::array kFaults{Kind::no_memory, Kind::delay, Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"an ORB that could not begin", "an object that could not be activated",
     "a first call that failed", "an ORB that ended in scarce memory"});
constexpr std::array kPaces{Pace::at_once};

/// Whether it could be done.
template <class Step>
bool is_done(const char* state_of_failure, Step step) {
  try {
    const ScarceMemory of_the_orb;
    step();
    return true;
  } catch (const CORBA::NO_MEMORY&) {
  } catch (const CORBA::NO_RESOURCES&) {  // the system has no thread
  } catch (const std::bad_alloc&) {       // for the exception itself
  }
  reached(state_of_failure, 1);
  return false;
}

/// Begins, lives and ends while memory runs out.
template <class Live>
void short_life(const Options& options, Live live) {
  std::optional<Orb> orb;
  if (!is_done("an ORB that could not begin", [&] { orb.emplace(options); })) return;
  live(*orb);
  const ScarceMemory of_the_orb;
  reached("an ORB that ended in scarce memory", 1);
  orb.reset();
}

void activate(const Orb& orb) {
  const EnoughMemory for_the_scenario;
  const auto servant = std::make_shared<SinkServant>(kObject, Pace::at_once);
  (void)is_done("an object that could not be activated", [&] { (void)orb.publish(servant); });
}

void call_once(const Orb& orb) {
  const EnoughMemory for_the_scenario;
  const auto text = world().board.get("sink");
  (void)is_done("a first call that failed", [&] { (void)orb.sink(text)->count(); });
}

template <class Live>
void short_lives(const Options& options, Live live) {
  const EnoughMemory for_the_scenario;
  let_memory_run_out(true);
  for (auto lives = from_to(1, 4); lives > 0; --lives) short_life(options, live);
  let_memory_run_out(false);
}

/// What a try has done, the next one finds. There is enough memory for the last one.
std::string publish_in_some_tries(const Orb& orb, const PortableServer::Servant& servant) {
  const EnoughMemory for_the_scenario;
  std::string text;
  for (auto tries = from_to(1, 5); tries > 0 && text.empty(); --tries) {
    let_memory_run_out(tries > 1);
    (void)is_done("an object that could not be activated", [&] { text = orb.publish(servant); });
  }
  let_memory_run_out(false);
  return text;
}

void serve(const Options& options, Pace pace) {
  short_lives(options, activate);
  Orb orb{options};
  const auto text = publish_in_some_tries(orb, std::make_shared<SinkServant>(kObject, pace));
  world().board.put("sink", text);
  world().over.wait();
  check_lane(orb, text, options);
  orb.destroy();
}

void call(const Options& options) {
  short_lives(options, call_once);
  call_in_every_way(options);
}

void run() { run_programs({.paces = kPaces, .most_clients = 2, .serve = serve, .call = call}); }

}  // namespace

Scenario memory_of_orbs_scenario() noexcept {
  return {"memory_of_orbs", "memory runs out while ORBs begin and end", run, kFaults, kStates};
}

}  // namespace orbweaver::sim
