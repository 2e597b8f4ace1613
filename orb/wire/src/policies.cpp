#include <orbweaver/wire/policies.hpp>

namespace orbweaver::wire {

CallPolicies& thread_policies() noexcept {
  thread_local CallPolicies policies;
  return policies;
}

}  // namespace orbweaver::wire
