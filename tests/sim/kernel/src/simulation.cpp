// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/simulation.hpp>

#include <orbweaver/sim/points.hpp>

#include <fmt/format.h>

#include "state.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace orbweaver::sim {

namespace {

constinit Run* under_way = nullptr;

Choices choices_of(const Settings& settings) {
  auto choices =
      settings.replay ? Choices{*settings.replay} : Choices{settings.seed, settings.rates};
  choices.watch(settings.on_decision);
  return choices;
}

std::string name_of(const Thread& thread) {
  return fmt::format("thread {} {} of {}", thread.number, thread.name, thread.process->traits.name);
}

// What ends a program that is no simulation ends the run.
[[noreturn]] void end_by_exception() {
  if (!detail::is_running) std::abort();
  std::string text = "std::terminate was called";
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
  } catch (const std::exception& exception) {
    text = fmt::format("an exception was not caught: {}", exception.what());
  } catch (...) {
    text = "an exception was not caught";
  }
  fail("terminate", text);
  std::abort();
}

Outcome outcome_of(Run& run) {
  return {.failure = run.failure,
          .hash = run.trace.hash(),
          .time = virtual_now() - kStartOfRun,
          .switches = run.switches,
          .decisions = run.choices.decisions(),
          .happened = run.choices.happened()};
}

}  // namespace

Run::Run(const Settings& settings_, Choices choices_)
    : settings(settings_),
      choices(std::move(choices_)),
      trace(settings_.on_event),
      priorities(settings_.seed ^ 0x5EED),
      secrets(settings_.seed ^ 0x5EC2E7) {
  under_way = this;
}

Run::~Run() {
  for (const auto& thread : threads) {
    if (thread->stack.begin != nullptr) give_back(thread->stack);
    thread->held.clear();
  }
  for (const auto& process : processes) {
    if (!process->has_ended) close_heap(process->heap);
    process->mappings.clear();
    process->files.clear();  // while the nodes are there
  }
  timers.clear();
  under_way = nullptr;
}

Run& the_run() noexcept { return *under_way; }
bool is_under_way() noexcept { return under_way != nullptr; }

Outcome simulate(const Settings& settings, const std::function<void()>& body) {
  (void)first_image();
  std::set_terminate(end_by_exception);
  detail::clock = kStartOfRun;
  Run run{settings, choices_of(settings)};
  (void)node_named("node1");
  (void)start_process({.name = "main"}, [&body] {
    body();
    leave_run();
  });
  enter_run(*run.threads.front());
  detail::points_left = INT64_MAX;
  return outcome_of(run);
}

std::string process_name(std::uint32_t number) {
  return number == 0 ? "" : the_run().processes.at(number - 1)->traits.name;
}

std::string thread_name(std::uint32_t number) {
  return number == 0 ? "" : the_run().threads.at(number - 1)->name;
}

Choices& choices() noexcept { return the_run().choices; }
Trace& trace() noexcept { return the_run().trace; }

void fail(std::string law, std::string text) {
  const KernelMemory kernel;
  Run& run = the_run();
  if (!run.failure) run.failure = Failure{law.c_str(), text.c_str()};
  leave_run();
}

void call_at(Time moment, std::function<void()> action) {
  const KernelMemory kernel;
  set_timer({.time = moment, .action = std::move(action)});
}

std::uint8_t random_octet() noexcept { return static_cast<std::uint8_t>(the_run().secrets.next()); }
Time wall_clock_offset() noexcept { return the_run().wall_clock_offset; }

void end_faults() noexcept { the_run().may_fault = false; }
void end_faults(std::span<const Kind> kinds) noexcept {
  for (const auto kind : kinds) the_run().ended_faults[static_cast<std::size_t>(kind)] = true;
}
bool may_fault() noexcept {
  const Run& run = the_run();
  return run.may_fault && virtual_now() < kStartOfRun + run.settings.faults_last;
}

bool may_fault(Kind kind) noexcept {
  return may_fault() && !the_run().ended_faults[static_cast<std::size_t>(kind)];
}

std::string describe_waits() {
  std::string text;
  for (const auto& thread : the_run().threads) {
    if (has_ended(*thread)) continue;
    const bool waits = thread->state == Thread::State::waiting;
    text += fmt::format("  {}: {}\n", name_of(*thread), waits ? thread->why : "can run");
  }
  return text;
}

}  // namespace orbweaver::sim
