// SPDX-License-Identifier: Apache-2.0
// Processes that start others: programs by their names, their ends, and signals between them, as
// the system has them.
//
// A process that has ended is kept until its parent reaps it. The children of a process that ends
// go to the nearest process above that adopts; where there is none, to the system, which reaps
// them.
#pragma once
#include <orbweaver/sim/clock.hpp>
#include <orbweaver/sim/file.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/thread.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::sim {

/// As the `main` of a program.
using Main = int (*)(int argc, char** argv);

/// From now on, in every run, a file whose text is text_of_program(name) is this program.
void register_program(const std::string& name, Main main);
[[nodiscard]] std::string text_of_program(const std::string& name);
/// Null: it is the text of no program.
[[nodiscard]] Main program_of(const std::string& text) noexcept;

/// How a process ended: by a signal, or with a status.
struct Exit {
  bool is_killed = false;
  int value = 0;
  friend bool operator==(const Exit&, const Exit&) = default;
};

struct ChildTraits {
  std::string name;
  std::vector<std::shared_ptr<File>> files;  // its descriptors from 0 on
  bool has_own_group = false;
  bool adopts = false;
  int signal_at_parents_end = 0;
  std::uint64_t blocked = 0;  // signals; see signal_bit()
};
/// Starts a child of the calling process. It ends with what `body` returns, when its other threads
/// have ended, too. What `body` holds lies in the simulator's memory.
Process& start_child(ChildTraits traits, std::function<int()> body);
/// Descriptors 0 to 2 of the calling process, which has none yet: what it prints is dropped.
void open_standard_streams();
/// Ends the calling process at once.
[[noreturn]] void exit_process(int status) noexcept;
/// Calls it when the process has ended, however it ends. Not in a thread: it must not wait.
void at_end_of(Process& process, std::function<void()> action);

[[nodiscard]] int id_of(const Process& process) noexcept;
/// 1: it has no parent.
[[nodiscard]] int parent_id_of(const Process& process) noexcept;
/// Null: there is none, or it was reaped.
[[nodiscard]] Process* process_of(int id) noexcept;
[[nodiscard]] Exit exit_of(const Process& process) noexcept;
/// Whether it was killed, or ended itself at once: nothing of it was destroyed.
[[nodiscard]] bool was_cut_short(const Process& process) noexcept;
/// All that run, but for those that simulate() and start_process() started.
[[nodiscard]] std::vector<Process*> running_programs();

void adopt_orphans_from_now_on(Process& process) noexcept;
void set_signal_at_parents_end(Process& process, int signal) noexcept;
/// Those that were not reaped; ids.
[[nodiscard]] std::vector<int> children_of(const Process& process);
/// A child of the calling process that has ended; `child` is its id, or 0: any. Then it is
/// forgotten.
std::optional<std::pair<int, Exit>> reap(int child) noexcept;
/// Blocks: until a child has ended that was not reaped. False: there is no child.
bool await_end_of_child() noexcept;

/// Readable once the process has ended.
class ProcessFile final : public File {
 public:
  explicit ProcessFile(Process& process);
  ~ProcessFile() override;
  [[nodiscard]] bool is_readable() const noexcept override { return has_ended(process_); }
  [[nodiscard]] Process& process() const noexcept { return process_; }

 private:
  Process& process_;
};

[[nodiscard]] constexpr std::uint64_t signal_bit(int signal) noexcept {
  return std::uint64_t{1} << static_cast<unsigned>(signal);
}
/// Those of `signals` wait from now on until a thread of the calling process takes them.
void block_signals(std::uint64_t signals) noexcept;
[[nodiscard]] std::uint64_t blocked_signals() noexcept;
/// What the process does not block ends it, or means nothing to it. The calling process may be the
/// one that ends.
void send_signal(Process& process, int signal) noexcept;
/// For a thread that takes it, of a process that blocks it.
void send_signal(Thread& thread, int signal) noexcept;
/// False: there is no process of this group.
bool send_signal_to_group(int group, int signal) noexcept;
/// One of `signals` that came for the calling thread or its process; 0: none until then. Blocks.
[[nodiscard]] int await_signal(std::uint64_t signals, Time until) noexcept;

/// Readable when one of its signals has come for the process that made it.
class SignalFile final : public File {
 public:
  explicit SignalFile(std::uint64_t signals);
  ~SignalFile() override;
  [[nodiscard]] bool is_readable() const noexcept override;
  /// 0: none has come.
  [[nodiscard]] int take() noexcept;

 private:
  Process& process_;
  std::uint64_t signals_;
};

}  // namespace orbweaver::sim
