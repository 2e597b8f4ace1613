#include "scenarios/rig/lives.hpp"

#include "scenarios/rig/orb.hpp"
#include "scenarios/rig/run.hpp"
#include "scenarios/rig/world.hpp"

namespace orbweaver::sim {

namespace {

// For ever: until world().over.
void live(const Options& options, Pace pace, Time time) {
  Orb orb{options};
  world().board.put("sink", orb.publish_as("sink", std::make_shared<SinkServant>(kObject, pace)));
  if (time == kNever)
    world().over.wait();
  else
    sleep_until(virtual_now() + time);
  orb.destroy();
}

}  // namespace

Time life_time() {
  return from_to(0, 3000) * one_of(kMicrosecond / 2, 10 * kMicrosecond, 100 * kMicrosecond);
}

void run_and_kill(const char* name, std::function<void()> body, Time time) {
  auto& program = start_program(name, std::move(body));
  sleep_until(virtual_now() + time);
  kill_program(program);
  await_end(program);
}

void serve_in_lives(const Options& options, Pace pace) {
  for (std::uint32_t lives = from_to(1, 3); lives > 0; --lives) {
    const bool is_killed = one_of(false, true);
    const auto time = life_time();
    if (is_killed) {
      run_and_kill(
          "server", [&] { live(options, pace, kNever); }, time);
      world().history.restarts(kObject);
    } else {
      await_end(start_program("server", [&] { live(options, pace, time); }));
    }
  }
  await_end(start_program("server", [&] { live(options, pace, kNever); }));
}

}  // namespace orbweaver::sim
