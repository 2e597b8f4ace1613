// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/wake_up.hpp>

#include "timespec.hpp"

#include <linux/futex.h>
#include <unistd.h>

#include <cerrno>

namespace orbweaver::os {

namespace {

// Sleeps. Whether the moment has come. Returns earlier if the word changes, for a signal, or
// without cause.
bool sleep_while(const Atomic<std::uint32_t>& word, std::uint32_t value,
                 const timespec* moment) noexcept {
  return ::syscall(kFutexCall, &word, FUTEX_WAIT_BITSET_PRIVATE, value, moment, nullptr,
                   FUTEX_BITSET_MATCH_ANY) != 0 &&
         errno == ETIMEDOUT;
}

}  // namespace

// Thread W waits, thread G gives:
//
//   G gives first:      G: none ─► given.      W: finds it; returns without a system call
//   W waits first:      W: none ─► sleeping, sleeps.      G: sleeping ─► given, wakes W
//   G gives before W sleeps:      the kernel finds another value than `sleeping`; W does not sleep
//   W's time is over:   W: sleeping ─► none, or finds `given`, which it takes
//
// Once G has written `given`, W may return, and its stack may be used for other objects. G does not
// read the stack any more: the kernel takes the address as a name. A thread that sleeps at that
// address by then wakes without cause, as every user of a futex must expect.
void WakeUp::give() noexcept {
  // release: the thread that gets it sees all that this thread did before
  if (state_.exchange(given, std::memory_order_release) == sleeping)
    ::syscall(kFutexCall, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

bool WakeUp::wait_until(Deadline deadline) noexcept {
  std::uint32_t expected = none;
  // acquire, if the wake-up was given: pairs with give(), like the loads below
  if (state_.compare_exchange_strong(expected, sleeping, std::memory_order_acquire)) {
    const auto moment =
        deadline.is_never() ? timespec{} : timespec_of(deadline.moment().time_since_epoch());
    while (state_.load(std::memory_order_acquire) == sleeping)
      if (sleep_while(state_, sleeping, deadline.is_never() ? nullptr : &moment) && give_up())
        return false;
  }
  // relaxed: the thread that gives the next wake-up learns of this thread's wait in another way
  state_.store(none, std::memory_order_relaxed);
  return true;
}

bool WakeUp::give_up() noexcept {
  std::uint32_t expected = sleeping;
  return state_.compare_exchange_strong(expected, none, std::memory_order_acquire);
}

}  // namespace orbweaver::os
