// SPDX-License-Identifier: Apache-2.0
// A waveform: sources, stages and a sink, in each messaging mode, in a process each or in one.
// Several send to one input. Its components are stopped and started in any order while packets
// flow: none waits for another one, what is stopped does nothing, and nothing is lost. A source
// that has ended begins another stream when it is started again. The end of a stream comes when
// each source has ended it; the waveform is released, all at once, when all have come, or before
// that.
#include "scenarios/waveform.hpp"

#include <orbweaver/os/thread.hpp>
#include <orbweaver/sim/reached.hpp>

#include <array>
#include <vector>

#include "scenarios/rig.hpp"
#include "scenarios/waveform/components.hpp"
#include "scenarios/waveform/control.hpp"
#include "scenarios/waveform/plan.hpp"

namespace orbweaver::sim {

namespace {

// No bytes stop for seconds: a component that obeys late does so by its own fault.
constexpr std::array kFaults{Kind::delay,        Kind::short_write,   Kind::short_read,
                             Kind::small_buffer, Kind::spurious_wake, Kind::clock_jump};
constexpr auto kStates = std::to_array<std::string_view>(
    {"a component was stopped that sends to a stopped one", "a connection paused by a full lane",
     "a source began another stream", "a waveform was released while packets flowed",
     "packets came by oneway", "packets came by oneway-worker", "packets came by ordered",
     "packets came by twoway", "packets came by twoway-worker"});

void rest() {
  const auto time = one_of(Time{0}, kMillisecond, 20 * kMillisecond);
  sleep_until(virtual_now() + time + from_to(0, 1000) * kMicrosecond);
}

// One after the other, as a program does it that obeys one user.
void switch_in_a_row(WaveformControl& control, std::uint32_t components) {
  for (auto rounds = from_to(0, 3); rounds > 0; --rounds)
    for (const auto component : in_any_order(components)) {
      control.switch_over(component);
      rest();
    }
}

void switch_at_once(WaveformControl& control, std::uint32_t components) {
  std::vector<os::Thread> threads;
  for (std::uint32_t position = 0; position < components; ++position)
    threads.emplace_back([&control, position, times = from_to(0, 4)] {
      for (auto left = times; left > 0; --left) {
        control.switch_over(position);
        rest();
      }
    });
}

void await_end(WaveformPlan& plan, WaveformControl& control) {
  control.start_all();
  plan.is_enough = true;
  control.await_ends();
}

void cut_short(const WaveformPlan& plan) {
  reached("a waveform was released while packets flowed",
          plan.flow.arrived() > 0 && !plan.flow.has_ended() ? 1 : 0);
}

void use(WaveformPlan& plan) {
  Orb orb{client_options()};
  {
    WaveformControl control{orb, plan};
    const auto components = static_cast<std::uint32_t>(plan.components.size());
    control.start_all();
    rest();
    one_of(true, false) ? switch_in_a_row(control, components)
                        : switch_at_once(control, components);
    plan.ends_by_itself ? await_end(plan, control) : cut_short(plan);
    control.release_all();
  }
  orb.destroy();
}

void start_components(WaveformPlan& plan) {
  std::vector<PlannedComponent*> all;
  for (auto& component : plan.components) all.push_back(&component);
  if (plan.is_together)
    return void(start_program("components", [&plan, all] { run_components(plan, all); }));
  for (auto* const entry : all)
    start_program("component", [&plan, entry] { run_components(plan, {entry}); });
}

// Names of states live as long as the program.
std::string_view state_of(const std::string& messaging) {
  for (const auto& state : kStates)
    if (state == "packets came by " + messaging) return state;
  return {};
}

void run() {
  begin_world();
  WaveformPlan plan;
  start_components(plan);
  start_program("control", [&plan] { use(plan); });
  await_end_of_all();
  reached(state_of(plan.messaging), plan.flow.arrived());
  check_end_of_all();
}

}  // namespace

Scenario waveform_scenario() noexcept {
  return {"waveform", "components are stopped and started in any order while packets flow", run,
          kFaults, kStates};
}

}  // namespace orbweaver::sim
