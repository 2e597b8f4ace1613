// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/per_thread.hpp>
#include <orbweaver/wire/policies.hpp>

namespace orbweaver::wire {

CallPolicies& thread_policies() noexcept {
  return os::PerThread<CallPolicies, CallPolicies>::value();
}

}  // namespace orbweaver::wire
