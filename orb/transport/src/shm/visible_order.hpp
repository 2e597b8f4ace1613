// SPDX-License-Identifier: Apache-2.0
// Shows the thread sanitizer the hand-overs through shared memory. If both ends of a connection are
// in one process, they map the memory at two addresses. The sanitizer sees an atomic word order
// things only at one address, and would report a race. So under the sanitizer each hand-over uses
// one more word, which both ends share. Otherwise these functions do nothing.
#pragma once

#include <orbweaver/os/atomic.hpp>

#include <atomic>

namespace orbweaver::transport::shm {

#if defined(__SANITIZE_THREAD__)
inline os::Atomic<unsigned> visible_order = 0;
inline void hand_over() noexcept { visible_order.fetch_add(1, std::memory_order_release); }
inline void take_over() noexcept { (void)visible_order.load(std::memory_order_acquire); }
#else
inline void hand_over() noexcept {}
inline void take_over() noexcept {}
#endif

}  // namespace orbweaver::transport::shm
