// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/lives.hpp"

#include "scenarios/rig/orb.hpp"
#include "scenarios/rig/run.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

Time life_time() {
  return from_to(0, 3000) * one_of(kMicrosecond / 2, 10 * kMicrosecond, 100 * kMicrosecond);
}

void run_and_kill(const char* name, std::function<void()> body, Time time) {
  auto& program = start_program(name, std::move(body));
  sleep_until(virtual_now() + time);
  kill_program(program);
  await_end(program);
}

void wait_for_end_of_life(Time time) {
  if (time == kNever)
    world().over.wait();
  else
    sleep_until(virtual_now() + time);
}

void run_lives(const std::function<void(Time)>& live, const std::function<void()>& was_killed) {
  for (std::uint32_t lives = from_to(1, 3); lives > 0; --lives) {
    const bool is_killed = one_of(false, true);
    const auto time = life_time();
    if (is_killed) {
      run_and_kill(
          "server", [&] { live(kNever); }, time);
      was_killed();
    } else {
      await_end(start_program("server", [&] { live(time); }));
    }
  }
  await_end(start_program("server", [&] { live(kNever); }));
}

void serve_in_lives(const Options& options, Pace pace) {
  const auto live = [&](Time time) {
    Orb orb{options};
    world().board.put("sink", orb.publish_as("sink", std::make_shared<SinkServant>(kObject, pace)));
    wait_for_end_of_life(time);
    orb.destroy();
  };
  run_lives(live, [] { world().history.restarts(kObject); });
}

}  // namespace orbweaver::sim
