// SPDX-License-Identifier: Apache-2.0
#include "scenarios/radio/keeper.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <csignal>

#include "laws/deployment.hpp"

namespace orbweaver::sim {

namespace {

constexpr Time kBetweenLives = 100 * kMillisecond;

}  // namespace

void Keeper::keep() {
  while (!enough_.is_raised()) {
    start();
    await_end(*process_);
    if (!enough_.is_raised() && !deployment().has_had_faults())
      fail("deployment", fmt::format("{} ended without a cause", name_));
    sleep_until(virtual_now() + kBetweenLives);
    if (is_away_) back_.wait();
  }
}

// With standard streams.
void Keeper::start() {
  process_ = start_process({.name = name_}, [body = body_] {
    open_standard_streams();
    (void)body();
  });
  const KernelMemory kernel;
  world().programs.push_back(process_);
}

void Keeper::take_away() noexcept {
  is_away_ = true;
  world().has_killed = true;
  deployment().kills();
  send_signal(*process_, SIGKILL);
}

}  // namespace orbweaver::sim
