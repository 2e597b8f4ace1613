// SPDX-License-Identifier: Apache-2.0
#include "policies/policy_managers.hpp"

#include <orbweaver/corba/call_policies.hpp>
#include <orbweaver/engine/orb_core.hpp>

#include <algorithm>

namespace orbweaver::corba {

namespace {

CORBA::PolicyList chosen(const CORBA::PolicyList& all, const CORBA::PolicyTypeSeq& types) {
  if (types.empty()) return all;
  CORBA::PolicyList result;
  for (const auto& policy : all)
    if (std::ranges::find(types, policy->policy_type()) != types.end()) result.push_back(policy);
  return result;
}

class OrbPolicyManager final : public CORBA::PolicyManager {
 public:
  explicit OrbPolicyManager(std::shared_ptr<engine::OrbCore> orb) : orb_(std::move(orb)) {}

  [[nodiscard]] CORBA::PolicyList get_policy_overrides(
      const CORBA::PolicyTypeSeq& types) const override {
    auto all = orb_->client().policies();
    all.collocation = orb_->client().collocation();
    if (const auto chosen = orb_->client().no_response(); chosen != wire::NoResponse::never)
      all.no_response = chosen;
    return chosen(detail::to_policy_list(all), types);
  }
  void set_policy_overrides(const CORBA::PolicyList& policies,
                            CORBA::SetOverrideType how) override {
    const auto wanted = detail::to_call_policies(policies);
    const auto& options = orb_->options();
    if (how == CORBA::SetOverrideType::SET_OVERRIDE) {
      orb_->client().set_collocation(options.collocation);
      orb_->client().set_no_response(wire::NoResponse::never);
      orb_->client().set_policies({options.sync_scope, options.timeout, options.overflow,
                                   options.ordered_delivery, options.private_connections});
    }
    if (wanted.collocation) orb_->client().set_collocation(wanted.collocation);
    if (wanted.no_response) orb_->client().set_no_response(*wanted.no_response);
    orb_->client().set_policies(wanted);
  }

 private:
  std::shared_ptr<engine::OrbCore> orb_;
};

class ThreadPolicyCurrent final : public CORBA::PolicyCurrent {
 public:
  [[nodiscard]] CORBA::PolicyList get_policy_overrides(
      const CORBA::PolicyTypeSeq& types) const override {
    return chosen(detail::to_policy_list(wire::thread_policies()), types);
  }
  void set_policy_overrides(const CORBA::PolicyList& policies,
                            CORBA::SetOverrideType how) override {
    const auto wanted = detail::to_call_policies(policies);
    auto& mine = wire::thread_policies();
    mine = how == CORBA::SetOverrideType::SET_OVERRIDE ? wanted : wanted.over(mine);
  }
};

}  // namespace

CORBA::object_reference<CORBA::PolicyManager> make_orb_policy_manager(
    std::shared_ptr<engine::OrbCore> orb) {
  return std::make_shared<OrbPolicyManager>(std::move(orb));
}

CORBA::object_reference<CORBA::PolicyManager> make_policy_current() {
  return std::make_shared<ThreadPolicyCurrent>();
}

}  // namespace orbweaver::corba
