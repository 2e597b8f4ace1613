// SPDX-License-Identifier: Apache-2.0
#include "state.hpp"

#include <orbweaver/sim/points.hpp>

namespace orbweaver::sim {

void WaitList::append(Thread& thread) noexcept {
  thread.waits_in = this;
  thread.before = last_;
  thread.behind = nullptr;
  (last_ == nullptr ? first_ : last_->behind) = &thread;
  last_ = &thread;
  ++size_;
}

void WaitList::remove(Thread& thread) noexcept {
  (thread.before == nullptr ? first_ : thread.before->behind) = thread.behind;
  (thread.behind == nullptr ? last_ : thread.behind->before) = thread.before;
  thread.waits_in = nullptr;
  --size_;
}

Thread& WaitList::at(std::uint32_t i) const noexcept {
  Thread* thread = first_;
  for (; i > 0; --i) thread = thread->behind;
  return *thread;
}

Thread* start_thread(std::function<void()> body) {
  auto& thread = new_thread(this_process(), std::move(body));
  point(kSystemCall);
  return &thread;
}

bool has_ended(const Thread& thread) noexcept { return thread.state == Thread::State::ended; }

void join(Thread& thread) noexcept {
  if (&thread == this_thread()) return fail("join", "a thread joins itself");
  while (!has_ended(thread)) (void)wait_in(thread.joiners, kNever, "joins a thread");
}

void detach(Thread& /*thread*/) noexcept {}

namespace {

// In the reverse order, as the states of threads of the system; one may make another.
void destroy_slots(Thread& thread) noexcept {
  for (std::size_t i = thread.slots.size(); i-- > 0;) {
    const auto slot = std::exchange(thread.slots[i], {});
    if (slot.destroy != nullptr) slot.destroy(slot.value);
  }
}

// As when a program ends. One may make another.
void destroy_statics(Process& process) noexcept {
  while (!process.statics_to_destroy.empty()) {
    const auto [destroy, object] = process.statics_to_destroy.back();
    process.statics_to_destroy.pop_back();
    destroy(object);
  }
}

}  // namespace

void end_thread(Thread& thread) noexcept {
  destroy_slots(thread);
  if (thread.process->live_threads == 1) destroy_statics(*thread.process);
  thread.body = nullptr;
  thread.state = Thread::State::ended;
  the_run().trace.add(Event::thread_ends, thread.number, 0);
  wake_all(thread.joiners);
  if (--thread.process->live_threads == 0) end_process(*thread.process);
  switch_away();
}

std::uint32_t number_of(const Thread* thread) noexcept {
  return thread == nullptr ? 0 : thread->number;
}

void name_this_thread(const std::string& name) {
  if (this_thread() == nullptr) return;
  const KernelMemory kernel;
  this_thread()->name = name.c_str();  // a copy in the program's memory
}

Process& this_process() noexcept { return *this_thread()->process; }

// Its number is a static variable of the process, as are all that a process has.
std::size_t new_slot() noexcept { return this_process().slots++; }

Slot& slot_of_this_thread(std::size_t number) {
  auto& slots = this_thread()->slots;
  if (slots.size() <= number) {
    const KernelMemory kernel;
    slots.resize(number + 1);
  }
  return slots[number];
}

}  // namespace orbweaver::sim
