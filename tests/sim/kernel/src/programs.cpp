// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/pipe.hpp>
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/program.hpp>

#include "state.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string_view>

namespace orbweaver::sim {

namespace {

constexpr int kSystem = 1;      // the id of the system's own process
constexpr int kFirstId = 1000;  // below the first process of a run
constexpr std::string_view kMark = "simulated program ";

std::map<std::string, Main, std::less<>>& programs() {
  static auto* const all = new std::map<std::string, Main, std::less<>>;
  return *all;
}

// The nearest one above that adopts orphans.
Process* adopter_of(const Process& process) noexcept {
  for (auto* position = process.parent; position != nullptr; position = position->parent)
    if (position->adopts) return position;
  return nullptr;
}

void report_to_parent(const Process& child) noexcept {
  send_signal(*child.parent, SIGCHLD);
  wake_all(child.parent->for_children);
}

void give_to(Process* parent, Process& child) {
  child.parent = parent;
  if (parent == nullptr) {
    child.is_reaped = child.has_ended;
    return;
  }
  parent->children.push_back(&child);
  if (child.has_ended) report_to_parent(child);
}

}  // namespace

void register_program(const std::string& name, Main main) {
  const KernelMemory kernel;
  programs()[name.c_str()] = main;
}

std::string text_of_program(const std::string& name) { return std::string{kMark} + name; }

Main program_of(const std::string& text) noexcept {
  if (!text.starts_with(kMark)) return nullptr;
  const auto found = programs().find(std::string_view{text}.substr(kMark.size()));
  return found == programs().end() ? nullptr : found->second;
}

Process& start_child(ChildTraits traits, std::function<int()> body) {
  const KernelMemory kernel;
  auto& parent = this_process();
  auto& child = new_process({traits.name, parent.traits.node, parent.traits.processors});
  child.is_program = true;
  child.parent = &parent;
  parent.children.push_back(&child);
  if (!traits.has_own_group) child.group = parent.group;
  child.adopts = traits.adopts;
  child.signal_at_parents_end = traits.signal_at_parents_end;
  child.blocked = traits.blocked;
  child.files = std::move(traits.files);
  child.inherited.assign(child.files.size(), true);
  (void)new_thread(child, [&child, body = std::move(body)] { child.exit.value = body(); });
  return child;
}

void open_standard_streams() {
  const KernelMemory kernel;
  auto& process = this_process();
  process.files.assign(3, std::make_shared<NullFile>());
  process.inherited.assign(3, true);
}

void exit_process(int status) noexcept {
  end_at_once(this_process(), {false, status});
  std::abort();
}

void at_end_of(Process& process, std::function<void()> action) {
  const KernelMemory kernel;
  process.at_end.push_back(std::move(action));
}

// Its children go first: one that has ended may be reaped by another parent from now on.
void leave_family(Process& process) noexcept {
  for (auto* const handle : process.handles) handle->changed();
  auto* const adopter = adopter_of(process);
  for (auto* const child : std::exchange(process.children, {})) {
    give_to(adopter, *child);
    if (child->signal_at_parents_end != 0 && !child->has_ended)
      send_signal(*child, std::exchange(child->signal_at_parents_end, 0));
  }
  if (process.parent == nullptr)
    process.is_reaped = true;
  else
    report_to_parent(process);
}

int id_of(const Process& process) noexcept { return kFirstId + static_cast<int>(process.number); }

int parent_id_of(const Process& process) noexcept {
  return process.parent == nullptr ? kSystem : id_of(*process.parent);
}

Process* process_of(int id) noexcept {
  const auto& all = the_run().processes;
  if (id <= kFirstId || static_cast<std::size_t>(id - kFirstId) > all.size()) return nullptr;
  auto* const found = all[static_cast<std::size_t>(id - kFirstId - 1)].get();
  return found->is_reaped ? nullptr : found;
}

Exit exit_of(const Process& process) noexcept { return process.exit; }
bool was_cut_short(const Process& process) noexcept { return process.was_cut_short; }

std::vector<Process*> running_programs() {
  std::vector<Process*> running;
  for (const auto& process : the_run().processes)
    if (process->is_program && !process->has_ended) running.push_back(process.get());
  return running;
}

void adopt_orphans_from_now_on(Process& process) noexcept { process.adopts = true; }

void set_signal_at_parents_end(Process& process, int signal) noexcept {
  process.signal_at_parents_end = signal;
}

std::vector<int> children_of(const Process& process) {
  std::vector<int> ids;
  for (const auto* const child : process.children) ids.push_back(id_of(*child));
  return ids;
}

std::optional<std::pair<int, Exit>> reap(int child) noexcept {
  auto& children = this_process().children;
  const auto found = std::ranges::find_if(children, [&](const Process* process) {
    return process->has_ended && (child == 0 || id_of(*process) == child);
  });
  if (found == children.end()) return std::nullopt;
  Process& ended = **found;
  children.erase(found);
  ended.is_reaped = true;
  return std::pair{id_of(ended), ended.exit};
}

bool await_end_of_child() noexcept {
  auto& process = this_process();
  const auto has_ended_one = [&] {
    return std::ranges::any_of(process.children, &Process::has_ended);
  };
  while (!has_ended_one()) {
    if (process.children.empty()) return false;
    (void)wait_in(process.for_children, kNever, "awaits the end of a child");
  }
  return true;
}

ProcessFile::ProcessFile(Process& process) : process_(process) { process.handles.push_back(this); }

ProcessFile::~ProcessFile() { std::erase(process_.handles, this); }

}  // namespace orbweaver::sim
