// SPDX-License-Identifier: Apache-2.0
// The policies of a reference.
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>
#include <orbweaver/corba/stub.hpp>
#include <orbweaver/engine/orb_core.hpp>

#include <algorithm>

namespace CORBA {

using orbweaver::corba::detail::to_policy_list;

namespace {

orbweaver::client::Reference& reference_of(const Object& object) {
  if (const auto& behind = orbweaver::corba::StubFactory::reference_of(object)) return *behind;
  if (const auto* const nil = dynamic_cast<const orbweaver::corba::NilStub*>(&object))
    orbweaver::corba::throw_nil(nil->repository_id(), "the policies");
  throw NO_IMPLEMENT(0, CompletionStatus::COMPLETED_NO, "a local object has no policies");
}

}  // namespace

object_reference<Policy> Object::_get_client_policy(std::uint32_t type) const {
  const auto& reference = reference_of(*this);
  auto policies = reference.effective_policies();
  policies.collocation = reference.overrides().collocation;
  if (!policies.collocation) policies.collocation = orbweaver::wire::thread_policies().collocation;
  if (!policies.collocation) policies.collocation = reference.client().collocation();
  policies.no_response = reference.overrides().no_response;
  if (!policies.no_response) policies.no_response = orbweaver::wire::thread_policies().no_response;
  if (!policies.no_response) policies.no_response = reference.client().no_response();
  const auto all = to_policy_list(policies);
  const auto found =
      std::ranges::find_if(all, [&](const auto& policy) { return policy->policy_type() == type; });
  if (found == all.end() && type == orbweaver::corba::COLLOCATION_POLICY_TYPE) return nullptr;
  if (found == all.end())
    throw INV_POLICY(0, CompletionStatus::COMPLETED_NO,
                     "policy type " + std::to_string(type) + " is not one of the client side");
  return *found;
}

object_reference<Policy> Object::_get_policy(std::uint32_t type) const {
  if (type != RTCORBA::PRIORITY_MODEL_POLICY_TYPE) return _get_client_policy(type);
  const auto& model = reference_of(*this).facts().traits.priority_model;
  if (!model) return nullptr;
  return std::make_shared<RTCORBA::PriorityModelPolicy>(
      static_cast<RTCORBA::PriorityModel>(model->kind), model->priority);
}

PolicyList Object::_get_policy_overrides(const PolicyTypeSeq& types) const {
  auto mine = to_policy_list(reference_of(*this).overrides());
  std::erase_if(mine, [&](const auto& policy) {
    return !types.empty() && std::ranges::find(types, policy->policy_type()) == types.end();
  });
  return mine;
}

object_reference<Object> Object::_set_policy_overrides(const PolicyList& policies,
                                                       SetOverrideType how) const {
  const auto& reference = reference_of(*this);
  auto wanted = orbweaver::corba::detail::to_call_policies(policies);
  if (how == SetOverrideType::ADD_OVERRIDE) wanted = wanted.over(reference.overrides());
  return orbweaver::corba::StubFactory::make<Object>(reference.with(wanted));
}

bool Object::_validate_connection(PolicyList& inconsistent) const {
  using Sharing = orbweaver::client::Reference::Sharing;
  auto& reference = reference_of(*this);
  inconsistent.clear();
  if (reference.is_local()) return true;
  const auto policies = reference.effective_policies();
  const auto connected =
      reference.connection(*policies.private_connection ? Sharing::own : Sharing::shared,
                           orbweaver::Deadline::after(*policies.timeout));
  if (!connected) orbweaver::corba::throw_failure(connected.error());
  return true;
}

}  // namespace CORBA
