// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/given_way.hpp>
#include <orbweaver/sim/points.hpp>
#include <orbweaver/sim/words.hpp>

#include "state.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <utility>

namespace orbweaver::sim {

namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

// A loop without an end that reads a word would otherwise keep the processor.
constexpr std::uint64_t kMostPointsInTurn = 20'000;
constexpr Time kIdleYield = 10 * kMicrosecond;
constexpr std::uint32_t kPriorities = 1'000'000;
// How far the time of day jumps; the first is the usual one.
constexpr Time kHour = 3600 * kSecond;
constexpr std::array kJumps{Time{0}, kHour,   -kHour, 20 * kMillisecond, -20 * kMillisecond,
                            kSecond, -kSecond};

constinit Thread* current = nullptr;
constinit std::uint64_t points_armed = 0;
Thread host;                          // the program around the simulation
constinit Process* loaded = nullptr;  // whose static variables are in place; null: the program's

void arm() noexcept {
  const auto left = the_run().choices.occasions_left(Kind::preempt);
  points_armed = std::min(left, kMostPointsInTurn);
  detail::points_left = static_cast<std::int64_t>(points_armed);
}

ExceptionState& exceptions_here() noexcept {
  return *reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals());
}

// The stack of a thread that ended is free once another one runs.
void arrive(transfer_t from) noexcept {
  auto& left = *static_cast<Thread*>(from.data);
  left.context = from.fctx;
  if (left.state == Thread::State::ended) give_back(std::exchange(left.stack, {}));
}

void load_process(Process* process) noexcept {
  if (process == loaded) return;
  if (loaded != nullptr) save_statics(loaded->statics);
  load_statics(process == nullptr ? first_image() : process->statics);
  loaded = process;
}

void jump_to(Thread& next) noexcept {
  Thread& self = *current;
  self.exceptions = exceptions_here();
  self.heap = heap_in_use();
  load_process(next.process);
  current = &next;
  detail::is_running = &next != &host;
  if (&next != &host) next.state = Thread::State::running;
  arrive(jump_fcontext(next.context, &self));
  exceptions_here() = self.exceptions;
  use_heap(self.heap);
}

void begin_thread(transfer_t from) {
  arrive(from);
  Thread& self = *current;
  exceptions_here() = {};
  use_heap(self.process->heap);
  self.body();
  end_thread(self);
}

bool later(const Timer& a, const Timer& b) noexcept {
  return a.time != b.time ? a.time > b.time : a.number > b.number;
}

void fire(Timer& timer) {
  if (timer.thread == nullptr) return timer.action();
  Thread& thread = *timer.thread;
  if (thread.state != Thread::State::waiting || thread.waits != timer.wait) return;
  thread.waits_in->remove(thread);
  make_ready(thread, Woken::by_time);
}

void fire_due(Run& run) {
  while (!run.timers.empty() && run.timers.front().time <= detail::clock) {
    std::ranges::pop_heap(run.timers, later);
    auto timer = std::move(run.timers.back());
    run.timers.pop_back();
    fire(timer);
  }
}

void check_limits(Run& run) {
  if (++run.switches > run.settings.most_steps)
    fail("livelock", "threads run on without an end:\n" + describe_waits());
  if (detail::clock > kStartOfRun + run.settings.longest)
    fail("liveness", "the scenario has not ended in its time:\n" + describe_waits());
}

// While all threads wait: what was computed from the time of day before is wrong from then on.
void jump_time_of_day(Run& run) noexcept {
  if (!may_fault()) return;
  run.wall_clock_offset += kJumps[run.choices.pick(Kind::clock_jump, kJumps.size())];
}

// Until a thread can run.
void await_ready(Run& run) {
  fire_due(run);
  while (run.ready.empty()) {
    if (run.timers.empty())
      fail("deadlock", "every thread waits for another:\n" + describe_waits());
    detail::clock = std::max(detail::clock, run.timers.front().time);
    jump_time_of_day(run);
    fire_due(run);
  }
}

std::uint32_t highest(const std::vector<Thread*>& ready) noexcept {
  const auto found = std::ranges::max_element(ready, {}, &Thread::priority);
  return static_cast<std::uint32_t>(found - ready.begin());
}

std::uint32_t index_of_next(Run& run) noexcept {
  const auto count = static_cast<std::uint32_t>(run.ready.size());
  if (run.settings.exploration == Exploration::random || run.choices.is_replay())
    return run.choices.pick(Kind::next_thread, count);
  if (count < 2) return 0;
  const auto index = highest(run.ready);
  run.choices.settle(Kind::next_thread, index);
  return index;
}

Thread& take_next(Run& run) noexcept {
  const auto index = index_of_next(run);
  Thread& next = *run.ready[index];
  run.ready.erase(run.ready.begin() + index);
  return next;
}

// In the order of priorities, a thread that gives way or is preempted comes last from then on.
void sink(Run& run, Thread& thread) noexcept { thread.priority = --run.lowest_priority; }

void give_way(Run& run, Thread& self) noexcept {
  self.has_given_way = self.has_given_way || !run.ready.empty();
  if (run.settings.exploration == Exploration::priority) sink(run, self);
  make_ready(self, Woken::by_another);
  switch_away();
}

}  // namespace

void detail::at_point() noexcept {
  if (!detail::is_running) {
    detail::points_left = INT64_MAX;
    return;
  }
  Run& run = the_run();
  run.choices.skip(Kind::preempt, points_armed - 1);
  const bool is_due = run.choices.happens(Kind::preempt) || points_armed == kMostPointsInTurn;
  arm();
  if (is_due && current->uninterrupted == 0 && heap_in_use() != nullptr) give_way(run, *current);
}

bool has_given_way() noexcept {
  return detail::is_running && std::exchange(current->has_given_way, false);
}

void make_ready(Thread& thread, Woken by) noexcept {
  thread.woken = by;
  thread.state = Thread::State::ready;
  const KernelMemory kernel;
  the_run().ready.push_back(&thread);
}

void switch_away() noexcept {
  const KernelMemory kernel;
  Run& run = the_run();
  check_limits(run);
  await_ready(run);
  Thread& next = take_next(run);
  run.trace.add(Event::runs, next.number, next.process->number);
  if (&next == current) {
    next.state = Thread::State::running;
    return;
  }
  jump_to(next);
}

void set_timer(Timer timer) {
  const KernelMemory kernel;
  Run& run = the_run();
  timer.number = ++run.timers_set;
  run.timers.push_back(std::move(timer));
  std::ranges::push_heap(run.timers, later);
}

Woken wait_in(WaitList& list, Time until, const char* why) noexcept {
  Thread& self = *current;
  if (until <= detail::clock) {
    yield();
    return Woken::by_time;
  }
  self.why = why;
  ++self.waits;
  self.state = Thread::State::waiting;
  list.append(self);
  if (until != kNever) set_timer({.time = until, .thread = &self, .wait = self.waits});
  switch_away();
  return self.woken;
}

void wake_one(WaitList& list) noexcept {
  if (list.is_empty()) return;
  Thread& woken = list.at(the_run().choices.pick(Kind::wake, list.size()));
  list.remove(woken);
  make_ready(woken, Woken::by_another);
}

void wake_all(WaitList& list) noexcept {
  while (!list.is_empty()) {
    Thread& first = list.at(0);
    list.remove(first);
    make_ready(first, Woken::by_another);
  }
}

void wait_at_words() noexcept {
  (void)wait_in(this_process().at_words, kNever, "waits for an atomic word");
}

void wake_at_words() noexcept { wake_all(this_process().at_words); }

// If every thread that can run has given way, too, they all poll: nothing happens before the next
// timer, so that time goes on faster.
void yield() noexcept {
  if (!detail::is_running) return;
  detail::clock += kLockStep;
  Run& run = the_run();
  Thread& self = *current;
  if (std::ranges::all_of(run.ready, &Thread::has_yielded)) {
    const auto next = run.timers.empty() ? kNever : run.timers.front().time;
    detail::clock = std::max(detail::clock, std::min(next, detail::clock + kIdleYield));
  }
  self.has_yielded = true;
  give_way(run, self);
  self.has_yielded = false;
}

void sleep_until(Time moment) noexcept {
  WaitList alone;
  (void)wait_in(alone, moment, "sleeps");
}

Thread* this_thread() noexcept { return detail::is_running ? current : nullptr; }

Thread& new_thread(Process& process, std::function<void()> body) {
  const KernelMemory kernel;
  Run& run = the_run();
  auto& thread = *run.threads.emplace_back(std::make_unique<Thread>());
  thread.number = static_cast<std::uint32_t>(run.threads.size());
  thread.process = &process;
  thread.body = std::move(body);
  thread.priority = kPriorities + static_cast<std::uint32_t>(run.priorities.below(kPriorities));
  thread.stack = take_stack();
  thread.context = make_fcontext(top_of(thread.stack), size_of_stacks(), &begin_thread);
  ++process.live_threads;
  run.trace.add(Event::thread_starts, thread.number, process.number);
  make_ready(thread, Woken::by_another);
  return thread;
}

void enter_run(Thread& first) {
  current = &host;
  arm();
  std::erase(the_run().ready, &first);
  jump_to(first);
}

void leave_run() noexcept {
  jump_to(host);
  std::abort();  // a thread that left the run never runs again
}

Uninterrupted::Uninterrupted() noexcept {
  if (detail::is_running) ++current->uninterrupted;
}
Uninterrupted::~Uninterrupted() {
  if (detail::is_running) --current->uninterrupted;
}

}  // namespace orbweaver::sim
