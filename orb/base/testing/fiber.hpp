// SPDX-License-Identifier: Apache-2.0
// A function with a stack of its own, which can stop in the middle and go on later. All fibers of a
// test run on one system thread, so that the test decides the order of every step.
//
// A fiber that was stopped can be given up. Its stack is then used anew; nothing on it is destroyed
// first.
#pragma once
#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include "stack_switch.hpp"

namespace orbweaver::model {

class Fiber {
 public:
  Fiber() = default;
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;
  ~Fiber() { give_up(); }

  /// The first resume() calls `body`, which must live until then and throw nothing.
  void start(const std::function<void()>& body) {
    body_ = &body;
    is_started_ = is_done_ = false;
    ::getcontext(&inner_);
    inner_.uc_stack.ss_sp = stack_.get();
    inner_.uc_stack.ss_size = kStackSize;
    inner_.uc_link = nullptr;
    ::makecontext(&inner_, enter, 0);
    switch_.begin(stack_.get(), kStackSize);
  }
  /// Runs the fiber until it suspends itself or ends.
  void resume() {
    is_started_ = true;
    Fiber* const outer = std::exchange(running_, this);
    switch_.before_resume();
    ::swapcontext(&outer_, &inner_);
    switch_.after_resume();
    running_ = outer;
  }
  [[nodiscard]] bool is_done() const noexcept { return is_done_; }
  /// It will not run again.
  void give_up() {
    is_given_up_ = true;
    if (is_started_ && !is_done_) resume();
    is_given_up_ = false;
    is_done_ = true;
  }

  /// Called on a fiber: back to the code that resumed it.
  static void suspend() {
    auto& self = *running_;
    self.leave(false);
    if (self.is_given_up_) self.leave(true);
  }

 private:
  static constexpr std::size_t kStackSize = 128 * 1024;

  static void enter() {
    auto& self = *running_;
    self.switch_.after_suspend();
    (*self.body_)();
    self.is_done_ = true;
    self.leave(true);
  }
  void leave(bool for_ever) {
    switch_.before_suspend(for_ever);
    ::swapcontext(&inner_, &outer_);
    switch_.after_suspend();
  }

  inline static thread_local Fiber* running_ = nullptr;

  const std::function<void()>* body_ = nullptr;
  std::unique_ptr<std::byte[]> stack_ = std::make_unique_for_overwrite<std::byte[]>(kStackSize);
  ucontext_t inner_{}, outer_{};
  [[no_unique_address]] StackSwitch switch_;
  bool is_started_ = false, is_done_ = true, is_given_up_ = false;
};

}  // namespace orbweaver::model
