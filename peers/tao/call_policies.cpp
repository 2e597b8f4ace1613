// SPDX-License-Identifier: Apache-2.0
#include "call_policies.hpp"

#include <tao/AnyTypeCode/Any.h>
#include <tao/Messaging/Messaging.h>

#include <map>

namespace peer {

namespace {

constexpr TimeBase::TimeT kTicksOfAMillisecond = 10'000;  // a tick is 100 ns

CORBA::Policy_ptr longest_time(CORBA::ORB_ptr orb, unsigned milliseconds) {
  CORBA::Any time;
  time <<= milliseconds * kTicksOfAMillisecond;
  return orb->create_policy(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, time);
}

CORBA::Policy_ptr sync_scope(CORBA::ORB_ptr orb, const std::string& name) {
  static const std::map<std::string, Messaging::SyncScope> kScopes{
      {"none", Messaging::SYNC_NONE},
      {"transport", Messaging::SYNC_WITH_TRANSPORT},
      {"server", Messaging::SYNC_WITH_SERVER},
      {"target", Messaging::SYNC_WITH_TARGET}};
  CORBA::Any scope;
  scope <<= kScopes.at(name);
  return orb->create_policy(Messaging::SYNC_SCOPE_POLICY_TYPE, scope);
}

}  // namespace

void set_call_policies(CORBA::ORB_ptr orb, const OrbOptions& options) {
  const CORBA::Object_var object = orb->resolve_initial_references("ORBPolicyManager");
  const CORBA::PolicyManager_var manager = CORBA::PolicyManager::_narrow(object);
  CORBA::PolicyList policies(2);
  policies.length(1);
  policies[0] = sync_scope(orb, options.sync);
  if (options.call_timeout_ms > 0) {
    policies.length(2);
    policies[1] = longest_time(orb, options.call_timeout_ms);
  }
  manager->set_policy_overrides(policies, CORBA::SET_OVERRIDE);
}

}  // namespace peer
