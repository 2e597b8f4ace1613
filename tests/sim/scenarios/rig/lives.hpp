// SPDX-License-Identifier: Apache-2.0
// A program that ends in order or is killed, and another that takes its place.
#pragma once
#include <orbweaver/sim/clock.hpp>

#include <functional>

#include "scenarios/rig/options.hpp"
#include "scenarios/rig/sink.hpp"

namespace orbweaver::sim {

/// From nothing to 300 ms, and often brief.
[[nodiscard]] Time life_time();

/// Runs one server after the other, until world().over. Each but the last ends, or is killed, at
/// any moment. `live` is a server's life, of that length (kNever: until world().over); `was_killed`
/// is called after a kill.
void run_lives(const std::function<void(Time)>& live, const std::function<void()>& was_killed);
/// Blocks for that time; kNever: until world().over.
void wait_for_end_of_life(Time time);

/// Serves kObject as "sink" of the board in lives. `options` name an address that each can take.
void serve_in_lives(const Options& options, Pace pace);

/// Runs `body` in a program that is killed after its time if it has not ended. Blocks until then.
void run_and_kill(const char* name, std::function<void()> body, Time time);

}  // namespace orbweaver::sim
