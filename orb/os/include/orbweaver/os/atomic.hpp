// SPDX-License-Identifier: Apache-2.0
// Words that threads share without a lock.
#pragma once
#include <atomic>

namespace orbweaver::os {

template <class T>
using Atomic = std::atomic<T>;
template <class T>
using AtomicRef = std::atomic_ref<T>;
using std::atomic_thread_fence;

}  // namespace orbweaver::os
