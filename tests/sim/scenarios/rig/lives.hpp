// A program that ends in order or is killed, and another that takes its place.
#pragma once
#include <orbweaver/sim/clock.hpp>

#include <functional>

#include "scenarios/rig/options.hpp"
#include "scenarios/rig/sink.hpp"

namespace orbweaver::sim {

/// From nothing to 300 ms, and often brief.
[[nodiscard]] Time life_time();

/// Serves kObject as "sink" of the board, one server after the other at the same address, until
/// world().over. Each but the last ends or is killed at any moment. `options` name the address.
void serve_in_lives(const Options& options, Pace pace);

/// Runs `body` in a program that is killed after its time if it has not ended. Blocks until then.
void run_and_kill(const char* name, std::function<void()> body, Time time);

}  // namespace orbweaver::sim
