// SPDX-License-Identifier: Apache-2.0
// One-way calls with each sync scope, set in each of the three ways.
#include <array>

#include "cases.hpp"
#include "damaged_key.hpp"

namespace orbweaver::lab {

namespace {

using Messaging::SyncScope;

constexpr std::array kScopes{Messaging::SYNC_NONE, Messaging::SYNC_WITH_TRANSPORT,
                             Messaging::SYNC_WITH_SERVER, Messaging::SYNC_WITH_TARGET};

CORBA::PolicyList policy(SyncScope scope) {
  return {std::make_shared<Messaging::SyncScopePolicy>(scope)};
}

/// With SYNC_WITH_TARGET the servant has returned, so the caller need not wait.
void poke_with(const Target& on, const EchoReference& poked, SyncScope scope) {
  constexpr std::uint32_t kPokes = 100;
  on.echo->reset();
  for (std::uint32_t done = 1; done <= kPokes; ++done) {
    poked->poke(1);
    if (scope == Messaging::SYNC_WITH_TARGET)
      require(on.echo->count() == done, "the call returned before the servant did");
  }
  wait_for_count(on, kPokes);
}

template <SyncScope scope>
std::string poke_through_reference(const Target& on) {
  poke_with(on, corba::with_policies(on.echo, policy(scope)), scope);
  return "100 one-way calls counted";
}

/// Forgets, at the end, what was set.
class Overrides {
 public:
  Overrides(const Target& on, const char* holder)
      : manager_(
            IDL::traits<CORBA::PolicyManager>::narrow(on.orb.resolve_initial_references(holder))) {}
  ~Overrides() { set({}); }
  Overrides(const Overrides&) = delete;
  Overrides& operator=(const Overrides&) = delete;

  void set(const CORBA::PolicyList& policies) {
    manager_->set_policy_overrides(policies, CORBA::SetOverrideType::SET_OVERRIDE);
  }

 private:
  CORBA::object_reference<CORBA::PolicyManager> manager_;
};

std::string poke_with_scopes_of(const Target& on, const char* holder) {
  Overrides overrides(on, holder);
  for (const auto scope : kScopes) {
    overrides.set(policy(scope));
    poke_with(on, on.echo, scope);
  }
  return "4 sync scopes";
}

std::string poke_sync_of_thread(const Target& on) {
  return poke_with_scopes_of(on, "PolicyCurrent");
}

std::string poke_sync_of_orb(const Target& on) {
  return poke_with_scopes_of(on, "ORBPolicyManager");
}

bool raises_object_not_exist(const EchoReference& stranger, SyncScope scope) {
  try {
    corba::with_policies(stranger, policy(scope))->poke(1);
    return false;
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return true;
  }
}

/// A caller that waits for the server learns that there is no such object; others do not.
std::string poke_unknown_object(const Target& on) {
  const auto stranger = with_damaged_key(on, KeyDamage::last_octet);
  for (const auto scope : kScopes) {
    const bool waits = scope >= Messaging::SYNC_WITH_SERVER;
    require(raises_object_not_exist(stranger, scope) == waits,
            "sync scope " + std::to_string(scope) +
                (waits ? ": no OBJECT_NOT_EXIST" : ": an exception without a reply"));
  }
  require_still_serving(on);
  return "OBJECT_NOT_EXIST with server and target";
}

}  // namespace

std::vector<Case> sync_scope_cases() {
  return {{"poke_sync_none", poke_through_reference<Messaging::SYNC_NONE>},
          {"poke_sync_transport", poke_through_reference<Messaging::SYNC_WITH_TRANSPORT>},
          {"poke_sync_server", poke_through_reference<Messaging::SYNC_WITH_SERVER>},
          {"poke_sync_target", poke_through_reference<Messaging::SYNC_WITH_TARGET>},
          {"poke_sync_of_thread", poke_sync_of_thread},
          {"poke_sync_of_orb", poke_sync_of_orb},
          {"poke_unknown_object", poke_unknown_object}};
}

}  // namespace orbweaver::lab
