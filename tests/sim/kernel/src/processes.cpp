// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/points.hpp>

#include "state.hpp"

#include <algorithm>
#include <csignal>

namespace orbweaver::sim {

Process& new_process(ProcessTraits traits) {
  Run& run = the_run();
  auto& process = *run.processes.emplace_back(std::make_unique<Process>());
  process.number = static_cast<std::uint32_t>(run.processes.size());
  process.traits = {traits.name.c_str(), traits.node, traits.processors};
  if (process.traits.node == nullptr) process.traits.node = run.nodes.front().get();
  process.heap = open_heap(process.number);
  process.statics = first_image();
  process.group = id_of(process);
  run.trace.add(Event::process_starts, process.number, 0);
  return process;
}

Process* start_process(ProcessTraits traits, std::function<void()> body) {
  const KernelMemory kernel;
  auto& process = new_process(std::move(traits));
  (void)new_thread(process, std::move(body));
  return &process;
}

namespace {

std::size_t own_files(const Process& process) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < process.files.size(); ++i) {
    const bool is_inherited = i < process.inherited.size() && process.inherited[i];
    if (process.files[i] != nullptr && !is_inherited) ++count;
  }
  return count;
}

void close_all(Process& process) noexcept {
  const auto mappings = std::exchange(process.mappings, {});
  const auto files = std::exchange(process.files, {});
}

}  // namespace

void end_process(Process& process) noexcept {
  const KernelMemory kernel;
  process.has_ended = true;
  process.bytes_at_end = bytes_in_use(*process.heap);
  process.files_at_end = own_files(process);
  close_heap(process.heap);
  the_run().trace.add(process.was_killed ? Event::killed : Event::process_ends, process.number, 0);
  close_all(process);
  for (const auto& action : std::exchange(process.at_end, {})) action();
  wake_all(process.end);
  leave_family(process);
}

void kill(Process& process) noexcept { end_at_once(process, {true, SIGKILL}); }

void end_at_once(Process& process, Exit exit) noexcept {
  if (process.has_ended) return;
  const KernelMemory kernel;
  process.was_killed = exit.is_killed;
  process.was_cut_short = true;
  process.exit = exit;
  Run& run = the_run();
  bool is_caller = false;
  for (const auto& thread : run.threads) {
    if (thread->process != &process || has_ended(*thread)) continue;
    if (thread->state == Thread::State::waiting) thread->waits_in->remove(*thread);
    std::erase(run.ready, thread.get());
    if (thread.get() == this_thread())
      is_caller = true;
    else
      give_back(std::exchange(thread->stack, {}));
    thread->state = Thread::State::ended;
    thread->held.clear();
    wake_all(thread->joiners);
  }
  process.live_threads = 0;
  end_process(process);
  if (is_caller) switch_away();
}

bool has_ended(const Process& process) noexcept { return process.has_ended; }

bool was_killed(const Process& process) noexcept { return process.was_killed; }

void await_end(Process& process) noexcept {
  while (!process.has_ended) (void)wait_in(process.end, kNever, "awaits a process's end");
}

const std::string& name_of(const Process& process) noexcept { return process.traits.name; }
Node& node_of(const Process& process) noexcept { return *process.traits.node; }
unsigned processors_of(const Process& process) noexcept { return process.traits.processors; }

std::size_t bytes_in_use(const Process& process) noexcept {
  return process.has_ended ? process.bytes_at_end : bytes_in_use(*process.heap);
}

int add_file(std::shared_ptr<File> file) {
  const KernelMemory kernel;
  auto& files = this_process().files;
  const auto free = std::ranges::find(files, nullptr);
  const auto place = free - files.begin();
  if (free == files.end())
    files.push_back(std::move(file));
  else
    *free = std::move(file);
  return static_cast<int>(place);
}

std::shared_ptr<File> file_of(int fd) noexcept {
  const auto& files = this_process().files;
  if (fd < 0 || static_cast<std::size_t>(fd) >= files.size()) return nullptr;
  return files[static_cast<std::size_t>(fd)];
}

int number_of_files() noexcept { return static_cast<int>(this_process().files.size()); }

File* hold_file(int fd) {
  auto file = file_of(fd);
  if (!file) return nullptr;
  return this_thread()->held.emplace_back(std::move(file)).get();
}

HeldFiles::~HeldFiles() { this_thread()->held.clear(); }

void close_file(int fd) noexcept {
  if (this_thread() == nullptr || file_of(fd) == nullptr) return;
  const KernelMemory kernel;
  const auto place = static_cast<std::size_t>(fd);
  auto& process = this_process();
  if (place < process.inherited.size()) process.inherited[place] = false;
  const auto file = std::exchange(process.files[place], nullptr);
}

void map(std::byte* place, std::shared_ptr<File> memory) {
  const KernelMemory kernel;
  this_process().mappings.emplace_back(place, std::move(memory));
}

void unmap(std::byte* place) noexcept {
  if (this_thread() == nullptr) return;
  const KernelMemory kernel;
  auto& mappings = this_process().mappings;
  const auto found =
      std::ranges::find(mappings, place, [](const auto& mapping) { return mapping.first; });
  if (found != mappings.end()) mappings.erase(found);
}

std::size_t files_at_end(const Process& process) noexcept { return process.files_at_end; }

}  // namespace orbweaver::sim
