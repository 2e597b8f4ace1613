// SPDX-License-Identifier: Apache-2.0
// Every call that the calling thread makes while this lives ends at the deadline, whatever object
// it is for: also those that other objects gave. Calls of objects of the same ORB are not bounded.
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/registry/bounded_call.hpp>

namespace orbweaver::registry {

/// One thread. A reference's own timeout goes before it.
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

  /// A timeout counts from each call: to be called between calls, so that they all end at the
  /// deadline. Throws CORBA::TIMEOUT if it has passed.
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
