// SPDX-License-Identifier: Apache-2.0
// What the simulator knows of a run. One run at a time; all of it is the program's memory.
#pragma once
#include <orbweaver/sim/heap.hpp>
#include <orbweaver/sim/network.hpp>
#include <orbweaver/sim/process.hpp>
#include <orbweaver/sim/program.hpp>
#include <orbweaver/sim/simulation.hpp>
#include <orbweaver/sim/thread.hpp>

#include <boost/context/detail/fcontext.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "statics.hpp"

namespace orbweaver::sim {

/// The bytes of a fiber's stack. Stacks are used again, and lie at the same places in each run.
struct Stack {
  std::byte* begin = nullptr;
};
[[nodiscard]] Stack take_stack();
void give_back(Stack stack) noexcept;
[[nodiscard]] void* top_of(Stack stack) noexcept;
[[nodiscard]] std::size_t size_of_stacks() noexcept;

/// What the C++ library keeps for each thread of the system: exceptions that are being handled.
struct ExceptionState {
  void* caught = nullptr;
  unsigned uncaught = 0;
};

struct Thread {
  enum class State { ready, running, waiting, ended };

  std::uint32_t number = 0;
  Process* process = nullptr;
  std::string name;
  std::function<void()> body;
  State state = State::ready;
  boost::context::detail::fcontext_t context = nullptr;
  Stack stack;
  ExceptionState exceptions;
  Heap* heap = nullptr;      // that the thread used when it left the processor
  bool has_yielded = false;  // and has not run since
  bool has_given_way = false;
  unsigned uninterrupted = 0;
  unsigned with_enough_memory = 0;
  std::uint32_t priority = 0;

  WaitList* waits_in = nullptr;
  Thread* before = nullptr;
  Thread* behind = nullptr;
  const char* why = "";
  std::uint64_t waits = 0;  // so far; a timer of an earlier wait is void
  Woken woken = Woken::by_another;

  std::vector<Slot> slots;
  std::vector<std::shared_ptr<File>> held;  // in a system call
  std::uint64_t signals = 0;                // that came for it, by bits
  WaitList joiners;
};

struct Process {
  std::uint32_t number = 0;
  ProcessTraits traits;
  Heap* heap = nullptr;
  std::uint32_t live_threads = 0;
  std::size_t slots = 0;  // of the state of each of its threads
  StaticImage statics;
  std::vector<std::pair<void (*)(void*), void*>>
      statics_to_destroy;  // in the order of their making
  std::vector<std::shared_ptr<File>> files;
  std::vector<std::pair<std::byte*, std::shared_ptr<File>>> mappings;
  std::vector<bool> inherited;  // descriptors that it was started with
  WaitList end;
  bool has_ended = false, was_killed = false, was_cut_short = false;
  Exit exit;
  std::vector<std::function<void()>> at_end;

  Process* parent = nullptr;  // null: the system
  std::vector<Process*> children;
  int group = 0;
  bool is_program = false, adopts = false, is_reaped = false;
  int signal_at_parents_end = 0;
  std::uint64_t blocked = 0, signals = 0;  // by bits
  WaitList for_signals, for_children, at_words;
  std::vector<SignalFile*> signal_files;
  std::vector<ProcessFile*> handles;
  std::size_t bytes_at_end = 0, files_at_end = 0;
};

struct Timer {
  Time time = 0;
  std::uint64_t number = 0;  // of two at the same time the one that was set first is first
  Thread* thread = nullptr;  // null: an action
  std::uint64_t wait = 0;
  std::function<void()> action;
};

struct Run {
  Run(const Settings& settings, Choices choices);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  const Settings& settings;
  Choices choices;
  Trace trace;
  Random priorities, secrets;
  std::vector<std::unique_ptr<Thread>> threads;
  std::vector<std::unique_ptr<Process>> processes;
  std::vector<Thread*> ready;
  std::vector<Timer> timers;  // a heap
  std::vector<std::unique_ptr<Node>> nodes;
  std::uint32_t connections = 0;
  std::uint64_t timers_set = 0, switches = 0;
  std::optional<Failure> failure;
  bool may_fault = true;
  std::array<bool, kKinds> ended_faults{};
  Time wall_clock_offset = 0;
  std::uint32_t lowest_priority = 1'000'000;
};

/// The run that is under way; requires that there is one.
[[nodiscard]] Run& the_run() noexcept;
[[nodiscard]] bool is_under_way() noexcept;

/// Makes the thread able to run.
void make_ready(Thread& thread, Woken by) noexcept;
/// Gives the processor to another thread. The caller has put the running one where it belongs.
void switch_away() noexcept;
/// Ends the run: goes back to simulate(). From a thread: does not return.
[[noreturn]] void leave_run() noexcept;
/// Runs the first thread until the run ends.
void enter_run(Thread& first);
void set_timer(Timer timer);
[[nodiscard]] Thread& new_thread(Process& process, std::function<void()> body);
void end_thread(Thread& thread) noexcept;
void end_process(Process& process) noexcept;
/// Ends all threads of a process, and the process. Of the calling one: does not return.
void end_at_once(Process& process, Exit exit) noexcept;
/// After its end: its children get another parent, and its parent gets to know.
void leave_family(Process& process) noexcept;
[[nodiscard]] Process& new_process(ProcessTraits traits);
[[nodiscard]] std::string describe_waits();

}  // namespace orbweaver::sim
