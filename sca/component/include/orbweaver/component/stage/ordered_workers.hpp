// SPDX-License-Identifier: Apache-2.0
// N threads that process inputs at once, and one that hands the outputs on in the order in which
// the inputs came, so that no worker waits for its turn and none pays for the hand-over.
//
//   push ──► [ window ] ──► N workers: process ──► [ same window ] ──► one thread: hand_on
//
// Bounded: from push() until it was handed on a packet keeps its place in the window; while that is
// full, push() blocks, so the back-pressure reaches the sender of the packets.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/component/stage/service_pace.hpp>
#include <orbweaver/component/stage/ticket_window.hpp>
#include <orbweaver/dispatch/worker.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/blocked_thread.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::component {

/// The steps of each input; none may throw.
template <class Input, class Output>
struct OrderedSteps {
  /// A worker takes it up: called one at a time, in the order of push(). Must not block.
  std::function<void(const Input&)> take_up;
  /// Called by several workers at once.
  std::function<Output(Input)> process;
  /// Called one at a time, in the order of push(). May block.
  std::function<void(Output)> hand_on;
};

/// Threads: push() from any number; their order is the order in which they came.
template <class Input, class Output>
class OrderedWorkers {
 public:
  /// Starts the threads. `window`: inputs between push() and the end of hand_on().
  OrderedWorkers(unsigned workers, std::size_t window, OrderedSteps<Input, Output> steps)
      : steps_(std::move(steps)), window_(std::max<std::size_t>(window, workers)) {
    slots_.resize(window_.size());
    for (unsigned n = 0; n < workers; ++n)
      threads_.push_back(
          os::start_thread({.name = "ow-worker-" + std::to_string(n)}, [this] { work(); }));
    threads_.push_back(os::start_thread({.name = "ow-hand-on"}, [this] { hand_on_all(); }));
  }
  ~OrderedWorkers() { finish(); }
  OrderedWorkers(const OrderedWorkers&) = delete;
  OrderedWorkers& operator=(const OrderedWorkers&) = delete;

  /// Blocks: while the window is full, up to `deadline`.
  /// Owns: `input` is moved from only if taken.
  [[nodiscard]] dispatch::PushResult push(Input&& input, Deadline deadline) {
    Lock lock(mutex_);
    if (!wait_for_room(lock, deadline)) return dispatch::PushResult::timed_out;
    if (is_closed_) return dispatch::PushResult::closed;
    slots_[window_.slot(window_.accept())].input.emplace(std::move(input));
    most_waiting_ = std::max(most_waiting_, window_.waiting());
    lock.unlock();
    input_came_.notify_one();
    return dispatch::PushResult::taken;
  }

  /// Refuses inputs from now on, and returns when those inside have been handed on. Not from a
  /// step.
  void finish() {
    close();
    for (auto& thread : threads_)
      if (thread.joinable()) thread.join();
  }

  /// Inputs that wait for a worker.
  [[nodiscard]] std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return window_.waiting();
  }
  /// The most inputs that waited for a worker at once.
  [[nodiscard]] std::size_t most_waiting() const {
    const std::lock_guard lock(mutex_);
    return most_waiting_;
  }

 private:
  using Lock = std::unique_lock<os::Mutex>;
  struct Slot {
    TimePoint started;
    std::optional<Input> input;
    std::optional<Output> output;
  };

  bool wait_for_room(Lock& lock, Deadline deadline) {
    const auto may_go_on = [this] { return is_closed_ || window_.has_room(); };
    return os::wait_as_blocked(room_came_, lock, deadline, may_go_on);
  }

  void close() noexcept {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    input_came_.notify_all();
    room_came_.notify_all();
    output_came_.notify_all();
  }

  void work() {
    Lock lock(mutex_);
    while (const auto ticket = wait_for_input(lock)) {
      Slot& slot = slots_[window_.slot(*ticket)];
      steps_.take_up(*slot.input);
      slot.started = now();
      Input input = std::move(*slot.input);
      slot.input.reset();
      lock.unlock();
      Output output = steps_.process(std::move(input));
      lock.lock();
      slot.output.emplace(std::move(output));
      pace_.record(now() - slot.started);
      if (window_.complete(*ticket)) tell_output_came();
    }
  }

  /// Costs no system call if the thread that hands on is awake already.
  void tell_output_came() noexcept {
    has_output_.store(true, std::memory_order_release);  // pairs with the acquire in look_out
    output_came_.notify_one();
  }

  /// Waits for an input. Returns nothing if the workers are closed and no input waits.
  std::optional<TicketWindow::Ticket> wait_for_input(Lock& lock) {
    input_came_.wait(lock, [this] { return is_closed_ || window_.waiting() > 0; });
    return window_.claim();
  }

  void hand_on_all() {
    Lock lock(mutex_);
    while (const auto ticket = wait_for_output(lock)) {
      Slot& slot = slots_[window_.slot(*ticket)];
      Output output = std::move(*slot.output);
      slot.output.reset();
      lock.unlock();
      steps_.hand_on(std::move(output));
      lock.lock();
      window_.release();
      // Half, so that a stage slower than its feeder does not pay for a wake-up with every packet.
      if (window_.in_flight() <= window_.size() / 2) room_came_.notify_one();
    }
  }

  /// Waits for the next output. Returns nothing if the workers are closed and no input is in
  /// flight.
  std::optional<TicketWindow::Ticket> wait_for_output(Lock& lock) {
    const auto may_go_on = [this] {
      return window_.due() || (is_closed_ && window_.in_flight() == 0);
    };
    if (!may_go_on()) look_out(lock, may_go_on);
    output_came_.wait(lock, may_go_on);
    return window_.due();
  }

  /// Where the work is regular, wakes shortly before its end, and then looks for the output a
  /// little while.
  template <class Condition>
  void look_out(Lock& lock, Condition may_go_on) {
    const auto awaited = window_.awaited();
    if (!awaited) return;
    const auto end = pace_.expected_end(slots_[window_.slot(*awaited)].started);
    if (!end || output_came_.wait_until(lock, *end - ServicePace::kEarly, may_go_on)) return;
    has_output_.store(false,
                      std::memory_order_relaxed);  // under the lock, as is each store of true
    lock.unlock();
    while (!has_output_.load(std::memory_order_acquire) && now() < *end + ServicePace::kLate)
      os::yield();
    lock.lock();
  }

  OrderedSteps<Input, Output> steps_;
  mutable os::Mutex mutex_;
  os::ConditionVariable input_came_, output_came_, room_came_;
  TicketWindow window_;
  ServicePace pace_;
  os::Atomic<bool> has_output_{false};
  std::vector<Slot> slots_;
  std::size_t most_waiting_ = 0;
  bool is_closed_ = false;
  std::vector<os::Thread> threads_;
};

}  // namespace orbweaver::component
