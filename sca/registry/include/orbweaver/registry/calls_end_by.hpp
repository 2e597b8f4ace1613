// SPDX-License-Identifier: Apache-2.0
// While this object lives, every call of the calling thread ends at the deadline, also calls of
// objects that it got by earlier calls. Calls of objects of the same ORB have no limit.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/registry/bounded_call.hpp>

namespace orbweaver::registry {

/// Threads: one. A timeout of the reference itself has priority.
class CallsEndBy {
 public:
  CallsEndBy(CORBA::ORB& orb, const Deadline& deadline)
      : thread_(IDL::traits<CORBA::PolicyCurrent>::narrow(
            orb.resolve_initial_references("PolicyCurrent"))),
        before_(thread_->get_policy_overrides({})),
        deadline_(deadline) {
    renew();
  }
  ~CallsEndBy() { thread_->set_policy_overrides(before_, CORBA::SetOverrideType::SET_OVERRIDE); }
  CallsEndBy(const CallsEndBy&) = delete;
  CallsEndBy& operator=(const CallsEndBy&) = delete;

  /// Call it between two calls: a timeout counts from the beginning of each call, so this sets the
  /// remaining time. Throws CORBA::TIMEOUT if the deadline has passed.
  void renew() {
    if (deadline_.has_passed())
      throw CORBA::TIMEOUT(0, CORBA::COMPLETED_NO, "the questions took too long");
    thread_->set_policy_overrides(timeout_policies(deadline_),
                                  CORBA::SetOverrideType::ADD_OVERRIDE);
  }

 private:
  const CORBA::object_reference<CORBA::PolicyCurrent> thread_;
  const CORBA::PolicyList before_;
  const Deadline deadline_;
};

}  // namespace orbweaver::registry
