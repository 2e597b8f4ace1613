// SPDX-License-Identifier: Apache-2.0
#include "laws/deployment.hpp"

#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace orbweaver::sim {

namespace {

std::unique_ptr<Deployment> the_deployment;

// No call fails by these.
constexpr std::array kHarmless{Kind::preempt,       Kind::next_thread, Kind::wake,
                               Kind::spurious_wake, Kind::workload,    Kind::short_write,
                               Kind::short_read,    Kind::small_buffer};

void compare(std::string& text, const char* what, std::size_t before, std::size_t after) {
  if (before != after) text += fmt::format("{}: {}, before {}; ", what, after, before);
}

}  // namespace

std::string difference(const Holdings& before, const Holdings& after) {
  std::string text;
  compare(text, "applications", before.applications, after.applications);
  compare(text, "names", before.names, after.names);
  compare(text, "processes of components", before.parts, after.parts);
  compare(text, "problems", before.problems, after.problems);
  compare(text, "devices", before.cores.size(), after.cores.size());
  for (const auto& [device, cores] : before.cores)
    if (const auto now = after.cores.find(device); now != after.cores.end() && now->second != cores)
      text += fmt::format("free cores of {}: {}, before {}; ", device, now->second, cores);
  for (const auto& device : after.in_use)
    if (!before.in_use.contains(device)) text += fmt::format("{} is in use; ", device);
  return text;
}

std::string why_not_whole(const Created& created, bool (*is_running)(int process)) {
  if (created.processes.size() != created.wanted)
    return fmt::format("it has {} of {} processes", created.processes.size(), created.wanted);
  for (const int process : created.processes)
    if (!is_running(process)) return fmt::format("its process {} does not run", process);
  return {};
}

bool Deployment::has_had_faults() const noexcept {
  const auto& happened = choices().happened();
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (happened[i] != 0 && std::ranges::find(kHarmless, kind) == kHarmless.end()) return true;
  }
  return has_killed_;
}

void Deployment::connects(int process, const std::string& connection) {
  const KernelMemory kernel;
  if (connections_[process].insert(connection.c_str()).second) return;
  fail("connections", fmt::format("{} was made twice", connection));
}

void Deployment::disconnects(int process, const std::string& connection) {
  const KernelMemory kernel;
  if (connections_[process].erase(connection.c_str()) != 0 || has_had_faults()) return;
  fail("connections", fmt::format("{} was ended, but was not there", connection));
}

void Deployment::part_ends(int process, int status) {
  const KernelMemory kernel;
  const auto left = connections_.extract(process);
  if (has_had_faults()) return;
  if (status != 0) return fail("deployment", fmt::format("a component ended with {}", status));
  if (left && !left.mapped().empty())
    fail("connections", fmt::format("{} was left", *left.mapped().begin()));
}

Deployment& deployment() noexcept { return *the_deployment; }

void begin_deployment() {
  const KernelMemory kernel;
  the_deployment = std::make_unique<Deployment>();
}

}  // namespace orbweaver::sim
