// SPDX-License-Identifier: Apache-2.0
// Waiting for what another thread does.
#pragma once
#include <orbweaver/os/mutex.hpp>

#include <condition_variable>

namespace orbweaver::os {

using std::cv_status;
using ConditionVariable = std::condition_variable;
/// Also waits with a std::stop_token, and with other locks than std::unique_lock<Mutex>.
using ConditionVariableAny = std::condition_variable_any;

}  // namespace orbweaver::os
