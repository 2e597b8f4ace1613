// SPDX-License-Identifier: Apache-2.0
// Mutual exclusion. Locks (std::lock_guard, std::unique_lock, std::shared_lock) are the library's.
// The names exist so that a simulator can put its own in their place (docs/verify/simulation.md).
#pragma once
#include <mutex>
#include <shared_mutex>

namespace orbweaver::os {

using Mutex = std::mutex;
using SharedMutex = std::shared_mutex;
using SharedTimedMutex = std::shared_timed_mutex;
using OnceFlag = std::once_flag;
using std::call_once;

}  // namespace orbweaver::os
