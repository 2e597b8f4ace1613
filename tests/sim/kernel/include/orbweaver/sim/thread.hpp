// SPDX-License-Identifier: Apache-2.0
// Simulated threads: fibers of one thread of the system. One runs at a time, until it waits or a
// point (points.hpp) gives the processor to another.
#pragma once
#include <orbweaver/sim/clock.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace orbweaver::sim {

struct Process;
struct Thread;

/// Threads that wait for the same thing, in the order in which they came. Part of what they wait
/// for.
class WaitList {
 public:
  constexpr WaitList() noexcept = default;
  WaitList(const WaitList&) = delete;
  WaitList& operator=(const WaitList&) = delete;

  [[nodiscard]] bool is_empty() const noexcept { return first_ == nullptr; }
  void append(Thread& thread) noexcept;
  void remove(Thread& thread) noexcept;
  /// The i-th; requires that there are so many.
  [[nodiscard]] Thread& at(std::uint32_t i) const noexcept;
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

 private:
  Thread* first_ = nullptr;
  Thread* last_ = nullptr;
  std::uint32_t size_ = 0;
};

enum class Woken { by_another, by_time };

/// Blocks: the calling thread, until another one wakes it or the time has come. `why` is what a
/// report says of a thread that waits for ever; it lives as long as the program.
Woken wait_in(WaitList& list, Time until, const char* why) noexcept;
/// Wakes one of those that wait there, if any.
void wake_one(WaitList& list) noexcept;
void wake_all(WaitList& list) noexcept;
/// Lets the others run that can. If none can, time passes until the next event, 10 us at most.
void yield() noexcept;
void sleep_until(Time moment) noexcept;

/// A thread of the calling thread's process. `body` is called in it.
Thread* start_thread(std::function<void()> body);
[[nodiscard]] bool has_ended(const Thread& thread) noexcept;
/// Blocks: until it has ended. Then forgets it.
void join(Thread& thread) noexcept;
/// No thread waits for its end.
void detach(Thread& thread) noexcept;

/// Null outside of a simulation.
[[nodiscard]] Thread* this_thread() noexcept;
/// 1, 2, ... in the order in which the threads of a simulation were started; 0: none.
[[nodiscard]] std::uint32_t number_of(const Thread* thread) noexcept;
void name_this_thread(const std::string& name);
[[nodiscard]] Process& this_process() noexcept;

/// A slot of the calling thread's own state (os/per_thread.hpp). The owner of a slot fills it.
struct Slot {
  void* value = nullptr;
  void (*destroy)(void*) noexcept = nullptr;
};
/// The number of another slot, for the threads of the calling process.
[[nodiscard]] std::size_t new_slot() noexcept;
[[nodiscard]] Slot& slot_of_this_thread(std::size_t number);

/// As long as it lives, no other thread gets the processor unless this one waits.
class Uninterrupted {
 public:
  Uninterrupted() noexcept;
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
};

}  // namespace orbweaver::sim
