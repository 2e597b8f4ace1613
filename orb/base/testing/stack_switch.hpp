// SPDX-License-Identifier: Apache-2.0
// Says to the sanitizers on which stack the program runs. Without them it does nothing.
#pragma once
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define ORBWEAVER_STACKS_FOR_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ORBWEAVER_STACKS_FOR_ASAN
#endif
#endif

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#elif defined(ORBWEAVER_STACKS_FOR_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace orbweaver::model {

#if defined(__SANITIZE_THREAD__)

// The sanitizer keeps the calls of each fiber. What switches is inlined at any level of
// optimisation: a call that began on one fiber and returned on another would be missing there.
class StackSwitch {
 public:
  ~StackSwitch() { end(); }
  void begin(std::byte*, std::size_t) {
    if (uses_++ % kMostUses != 0) return;
    end();
    fiber_ = __tsan_create_fiber(0);
  }
  [[gnu::always_inline]] void before_resume() {
    outer_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber_, 0);
  }
  void after_resume() {}
  [[gnu::always_inline]] void before_suspend(bool) { __tsan_switch_to_fiber(outer_, 0); }
  void after_suspend() {}

 private:
  // To make one takes long. One keeps the calls of functions that were given up, and has room for
  // some tens of thousands.
  static constexpr unsigned kMostUses = 256;

  void end() {
    if (fiber_ != nullptr) __tsan_destroy_fiber(fiber_);
  }

  void* fiber_ = nullptr;
  void* outer_ = nullptr;
  unsigned uses_ = 0;
};

#elif defined(ORBWEAVER_STACKS_FOR_ASAN)

class StackSwitch {
 public:
  /// A stack that is used anew.
  void begin(std::byte* stack, std::size_t size) {
    ASAN_UNPOISON_MEMORY_REGION(stack, size);
    stack_ = stack;
    size_ = size;
    inner_ = nullptr;
  }
  /// Around the switch to the fiber, on the stack of the code that resumes it.
  void before_resume() { __sanitizer_start_switch_fiber(&outer_, stack_, size_); }
  void after_resume() { __sanitizer_finish_switch_fiber(outer_, nullptr, nullptr); }
  /// Around the switch back, on the fiber's stack.
  void before_suspend(bool is_last) {
    __sanitizer_start_switch_fiber(is_last ? nullptr : &inner_, outer_stack_, outer_size_);
  }
  void after_suspend() { __sanitizer_finish_switch_fiber(inner_, &outer_stack_, &outer_size_); }

 private:
  void* outer_ = nullptr;
  void* inner_ = nullptr;
  const void* stack_ = nullptr;
  const void* outer_stack_ = nullptr;
  std::size_t size_ = 0, outer_size_ = 0;
};

#else

struct StackSwitch {
  void begin(std::byte*, std::size_t) {}
  void before_resume() {}
  void after_resume() {}
  void before_suspend(bool) {}
  void after_suspend() {}
};

#endif

}  // namespace orbweaver::model
