#include <orbweaver/engine/policies.hpp>

namespace orbweaver::engine {

CallPolicies& thread_policies() noexcept {
  thread_local CallPolicies policies;
  return policies;
}

}  // namespace orbweaver::engine
