// SPDX-License-Identifier: Apache-2.0
#include "scenarios/rig/world.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/reached.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include "scenarios/rig/options.hpp"

namespace orbweaver::sim {

namespace {

std::unique_ptr<World> the_world;

// Static variables of the product that keep memory until the end of the program.
constexpr std::size_t kStaticBytes = 512;

}  // namespace

World& world() noexcept { return *the_world; }

void begin_world() {
  const KernelMemory kernel;
  the_world = std::make_unique<World>();
}

void Board::put(const std::string& name, const std::string& value) {
  const KernelMemory kernel;
  values_[name.c_str()] = value.c_str();
  wake_all(changed_);
}

std::string Board::get(const std::string& name) {
  while (!values_.contains(name)) (void)wait_in(changed_, kNever, "waits for the board");
  return values_.at(name).c_str();
}

void Board::remove(const std::string& name) {
  const KernelMemory kernel;
  values_.erase(name);
}

void Signal::raise() noexcept {
  is_raised_ = true;
  wake_all(waiters_);
}

void Signal::wait() noexcept {
  while (!is_raised_) (void)wait_in(waiters_, kNever, "waits for a signal of the scenario");
}

Process& start_program(const char* name, std::function<void()> body, Node* node) {
  const auto processors = one_of(2U, 1U, 8U);
  auto& process =
      *start_process({.name = name, .node = node, .processors = processors}, std::move(body));
  const KernelMemory kernel;
  world().programs.push_back(&process);
  return process;
}

void kill_program(Process& process) {
  world().has_killed = true;
  kill(process);
  for (const auto sender : world().senders_of[&process])
    reached("a call under way when its process was killed", world().history.dies(sender));
}

void await_end_of_all() {
  for (std::size_t i = 0; i < world().programs.size(); ++i) await_end(*world().programs[i]);
}

void check_end_of_all() {
  for (const auto* const process : world().programs) {
    if (was_cut_short(*process)) continue;
    if (const auto bytes = bytes_in_use(*process); bytes > kStaticBytes)
      fail("memory", fmt::format("process {} left {} bytes", name_of(*process), bytes));
    if (const auto files = files_at_end(*process); files > 0)
      fail("descriptors", fmt::format("process {} left {} open", name_of(*process), files));
  }
}

}  // namespace orbweaver::sim
