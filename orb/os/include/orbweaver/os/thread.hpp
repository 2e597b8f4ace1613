// SPDX-License-Identifier: Apache-2.0
// Threads with a name, a set of processors and a scheduling class.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/thread_traits.hpp>

#include <functional>
#include <thread>

namespace orbweaver::os {

using Thread = std::jthread;
using ThreadId = std::thread::id;

inline ThreadId this_thread_id() noexcept { return std::this_thread::get_id(); }
/// Lets another thread run that waits for this processor.
inline void yield() noexcept { std::this_thread::yield(); }
/// Blocks: for that long.
inline void sleep_for(Nanoseconds time) { std::this_thread::sleep_for(time); }

/// Starts a thread that applies `traits` and runs `body`. A trait that cannot be applied is logged
/// once per cause and otherwise ignored: the thread runs without it.
[[nodiscard]] Thread start_thread(ThreadTraits traits, std::function<void()> body);

/// Call it between two polls of a busy wait: pauses the processor for some cycles, which another
/// hardware thread can use.
inline void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || (defined(__ARM_ARCH) && __ARM_ARCH >= 7)
  asm volatile("yield");
#endif
}

}  // namespace orbweaver::os
