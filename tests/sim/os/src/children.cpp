// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/allowed_cpus.hpp>
#include <orbweaver/os/child_processes.hpp>
#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/signals.hpp>
#include <orbweaver/os/system_names.hpp>
#include <orbweaver/os/this_process.hpp>
#include <orbweaver/sim/disk.hpp>
#include <orbweaver/sim/program.hpp>

#include "simulated.hpp"

#include <csignal>

namespace orbweaver::os {

namespace {

// Where the programs of a simulated machine lie.
constexpr const char* kPrograms = "/bin/";

ProcessEnd end_of(sim::Exit exit) noexcept {
  return {exit.is_killed ? ProcessEnd::Kind::killed : ProcessEnd::Kind::exited, exit.value};
}

std::vector<std::shared_ptr<sim::File>> all_files() {
  std::vector<std::shared_ptr<sim::File>> files;
  for (int fd = 0; fd < sim::number_of_files(); ++fd) files.push_back(sim::file_of(fd));
  return files;
}

}  // namespace

Result<void, SystemError> adopt_orphans() noexcept {
  sim::point(sim::kSystemCall);
  sim::adopt_orphans_from_now_on(sim::this_process());
  return {};
}

std::vector<int> children_of_this_process() {
  sim::point(sim::kSystemCall);
  return sim::children_of(sim::this_process());
}

std::vector<int> children_of_this_thread() { return children_of_this_process(); }

std::optional<std::pair<int, ProcessEnd>> reap_one() noexcept {
  const auto reaped = in_system([] { return sim::reap(0); });
  if (!reaped) return std::nullopt;
  return std::pair{reaped->first, end_of(reaped->second)};
}

// The copy has the descriptors and the blocked signals of this process, but no memory of it: `body`
// holds numbers only.
Result<int, SystemError> start_copy(const std::function<int()>& body) {
  return in_system([&]() -> Result<int, SystemError> {
    sim::ChildTraits traits{.name = sim::name_of(sim::this_process()) + "'",
                            .files = all_files(),
                            .blocked = sim::blocked_signals()};
    return sim::id_of(sim::start_child(std::move(traits), body));
  });
}

void await_child(int child) noexcept {
  in_system([&] {
    if (auto* const process = sim::process_of(child)) sim::await_end(*process);
    (void)sim::reap(child);
  });
}

void kill_all_children() {
  for (;;) {
    for (const int child : children_of_this_process()) (void)send_signal(child, SIGKILL);
    if (!in_system([] { return sim::await_end_of_child(); })) return;
    while (reap_one()) {
    }
  }
}

int process_id() noexcept { return sim::id_of(sim::this_process()); }

int parent_process_id() noexcept {
  sim::point(sim::kSystemCall);
  return sim::parent_id_of(sim::this_process());
}

void ask_for_signal_at_parents_end(int signal) noexcept {
  sim::point(sim::kSystemCall);
  sim::set_signal_at_parents_end(sim::this_process(), signal);
}

void exit_at_once(int status) noexcept { sim::exit_process(status); }

std::optional<std::string> program_beside_this(const std::string& name) {
  const auto path = kPrograms + name;
  const bool is_there = in_system([&] { return sim::disk_here().find(path) != nullptr; });
  return is_there ? std::optional{path} : std::nullopt;
}

std::optional<SystemNames> names_of_this_system() {
  return SystemNames{"Linux", "6.1", "x86_64", "simulated"};
}

std::vector<unsigned> allowed_cpus() {
  std::vector<unsigned> all(sim::processors_of(sim::this_process()));
  for (unsigned cpu = 0; cpu < all.size(); ++cpu) all[cpu] = cpu;
  return all;
}

}  // namespace orbweaver::os
