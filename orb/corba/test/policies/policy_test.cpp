// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/reference.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/rt.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace {

using CORBA::SetOverrideType;
using Messaging::RelativeRoundtripTimeoutPolicy;
using Messaging::SyncScopePolicy;

CORBA::object_reference<CORBA::PolicyManager> manager_of(CORBA::ORB& orb, const char* name) {
  return IDL::traits<CORBA::PolicyManager>::narrow(orb.resolve_initial_references(name));
}

Messaging::SyncScope scope_in(const CORBA::PolicyList& policies) {
  for (const auto& policy : policies)
    if (const auto scope = std::dynamic_pointer_cast<SyncScopePolicy>(policy))
      return scope->synchronization();
  return -1;
}

std::uint64_t timeout_in(const CORBA::PolicyList& policies) {
  for (const auto& policy : policies)
    if (const auto timeout = std::dynamic_pointer_cast<RelativeRoundtripTimeoutPolicy>(policy))
      return timeout->relative_expiry();
  return 4711;
}

orbweaver::wire::CallPolicies policies_of(const CORBA::object_reference<CORBA::Object>& object) {
  return orbweaver::corba::StubFactory::reference_of(*object)->effective_policies();
}

class OfAnotherKind final : public CORBA::Policy {
 public:
  [[nodiscard]] CORBA::PolicyType policy_type() const noexcept override { return 16; }
};

TEST(SyncScopes, are_four) {
  EXPECT_THROW(SyncScopePolicy{-1}, CORBA::INV_POLICY);
  EXPECT_THROW(SyncScopePolicy{4}, CORBA::INV_POLICY);
  for (Messaging::SyncScope scope = 0; scope < 4; ++scope)
    EXPECT_EQ(SyncScopePolicy{scope}.synchronization(), scope);
}

TEST(PolicyManager, of_the_orb_begins_with_its_options_and_returns_to_them) {
  const auto orb = CORBA::ORB_init({"-ORBsync", "server", "-ORBcallTimeout", "5"});
  const auto manager = manager_of(*orb, "ORBPolicyManager");
  EXPECT_EQ(scope_in(manager->get_policy_overrides({})), Messaging::SYNC_WITH_SERVER);
  EXPECT_EQ(timeout_in(manager->get_policy_overrides({})), 50'000U);
  manager->set_policy_overrides({std::make_shared<RelativeRoundtripTimeoutPolicy>(10'000U)},
                                SetOverrideType::ADD_OVERRIDE);
  EXPECT_EQ(scope_in(manager->get_policy_overrides({})), Messaging::SYNC_WITH_SERVER);
  EXPECT_EQ(timeout_in(manager->get_policy_overrides({})), 10'000U);
  manager->set_policy_overrides({std::make_shared<SyncScopePolicy>(Messaging::SYNC_NONE)},
                                SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(scope_in(manager->get_policy_overrides({})), Messaging::SYNC_NONE);
  EXPECT_EQ(timeout_in(manager->get_policy_overrides({})), 50'000U);
}

TEST(PolicyManager, gives_the_types_that_are_asked_for) {
  const auto orb = CORBA::ORB_init();
  const auto manager = manager_of(*orb, "ORBPolicyManager");
  const auto some = manager->get_policy_overrides({Messaging::SYNC_SCOPE_POLICY_TYPE});
  ASSERT_EQ(some.size(), 1U);
  EXPECT_EQ(some[0]->policy_type(), Messaging::SYNC_SCOPE_POLICY_TYPE);
  EXPECT_TRUE(manager->get_policy_overrides({16}).empty());
}

TEST(PolicyCurrent, is_the_calling_thread_s_and_empty_at_first) {
  const auto orb = CORBA::ORB_init();
  const auto current = manager_of(*orb, "PolicyCurrent");
  EXPECT_TRUE(current->get_policy_overrides({}).empty());
  current->set_policy_overrides({std::make_shared<SyncScopePolicy>(Messaging::SYNC_WITH_TARGET)},
                                SetOverrideType::ADD_OVERRIDE);
  std::jthread{[&] { EXPECT_TRUE(current->get_policy_overrides({}).empty()); }}.join();
  EXPECT_EQ(scope_in(current->get_policy_overrides({})), Messaging::SYNC_WITH_TARGET);
  current->set_policy_overrides({}, SetOverrideType::SET_OVERRIDE);
  EXPECT_TRUE(current->get_policy_overrides({}).empty());
}

TEST(Policies, of_another_kind_are_refused_and_change_nothing) {
  const auto orb = CORBA::ORB_init();
  for (const char* holder : {"ORBPolicyManager", "PolicyCurrent"}) {
    const auto manager = manager_of(*orb, holder);
    const auto before = manager->get_policy_overrides({}).size();
    try {
      manager->set_policy_overrides({std::make_shared<SyncScopePolicy>(Messaging::SYNC_NONE),
                                     std::make_shared<OfAnotherKind>(), nullptr},
                                    SetOverrideType::SET_OVERRIDE);
      ADD_FAILURE();
    } catch (const CORBA::InvalidPolicies& refused) {
      EXPECT_EQ(refused.indices(), (std::vector<std::uint16_t>{1, 2}));
    }
    EXPECT_EQ(manager->get_policy_overrides({}).size(), before);
  }
}

TEST(Policies, of_a_reference_add_to_those_it_has) {
  const auto orb = CORBA::ORB_init();
  const auto plain = orb->string_to_object("corbaloc:iiop:1.2@localhost:9/x");
  const auto one = orbweaver::corba::with_policies(
      plain, {std::make_shared<SyncScopePolicy>(Messaging::SYNC_WITH_TARGET)});
  const auto both = orbweaver::corba::with_policies(
      one, {std::make_shared<RelativeRoundtripTimeoutPolicy>(10'000U)});
  const auto policies = policies_of(both);
  EXPECT_EQ(policies.sync_scope, orbweaver::wire::SyncScope::with_target);
  EXPECT_EQ(policies.timeout, std::chrono::milliseconds(1));
  EXPECT_EQ(policies_of(plain).sync_scope, orbweaver::wire::SyncScope::with_transport);
  EXPECT_TRUE(both->_is_equivalent(plain));
}

TEST(Policies, of_order_and_connection_hold_for_reference_thread_and_orb) {
  using orbweaver::corba::OrderedDeliveryPolicy;
  using RTCORBA::PrivateConnectionPolicy;
  const auto orb = CORBA::ORB_init({"-ORBprivateConnections", "on"});
  const auto plain = orb->string_to_object("corbaloc:iiop:1.2@localhost:9/x");
  EXPECT_FALSE(*policies_of(plain).ordered_delivery);
  EXPECT_TRUE(*policies_of(plain).private_connection);
  const auto other =
      orbweaver::corba::with_policies(plain, {std::make_shared<OrderedDeliveryPolicy>(),
                                              std::make_shared<PrivateConnectionPolicy>(false)});
  EXPECT_TRUE(*policies_of(other).ordered_delivery);
  EXPECT_FALSE(*policies_of(other).private_connection);
  const auto manager = manager_of(*orb, "ORBPolicyManager");
  manager->set_policy_overrides({std::make_shared<OrderedDeliveryPolicy>()},
                                SetOverrideType::SET_OVERRIDE);
  EXPECT_TRUE(*policies_of(plain).ordered_delivery);
  EXPECT_EQ(manager
                ->get_policy_overrides({RTCORBA::PRIVATE_CONNECTION_POLICY_TYPE,
                                        orbweaver::corba::ORDERED_DELIVERY_POLICY_TYPE})
                .size(),
            2U);
}

TEST(SendOverflows, are_three) {
  using orbweaver::corba::SendOverflow;
  using orbweaver::corba::SendOverflowPolicy;
  EXPECT_THROW(SendOverflowPolicy{static_cast<SendOverflow>(3)}, CORBA::INV_POLICY);
  for (const auto overflow : {SendOverflow::block, SendOverflow::fail, SendOverflow::drop_oldest})
    EXPECT_EQ(SendOverflowPolicy{overflow}.overflow(), overflow);
}

class OverflowPolicies : public testing::Test {
 protected:
  using SendOverflow = orbweaver::corba::SendOverflow;
  using SendOverflowPolicy = orbweaver::corba::SendOverflowPolicy;
  using Overflow = orbweaver::wire::Overflow;

  static CORBA::PolicyList list(SendOverflow overflow) {
    return {std::make_shared<SendOverflowPolicy>(overflow)};
  }
  static std::optional<SendOverflow> overflow_in(CORBA::PolicyManager& holder) {
    const auto found = holder.get_policy_overrides({orbweaver::corba::SEND_OVERFLOW_POLICY_TYPE});
    if (found.size() != 1) return std::nullopt;
    return std::dynamic_pointer_cast<SendOverflowPolicy>(found[0])->overflow();
  }
  [[nodiscard]] static Overflow effective(const CORBA::object_reference<CORBA::Object>& object) {
    return *policies_of(object).overflow;
  }
};

TEST_F(OverflowPolicies, hold_for_reference_then_thread_then_orb_then_option) {
  const auto orb = CORBA::ORB_init({"-ORBsendOverflow", "drop-oldest"});
  const auto plain = orb->string_to_object("corbaloc:iiop:1.2@localhost:9/x");
  EXPECT_EQ(effective(plain), Overflow::drop_oldest);
  const auto manager = manager_of(*orb, "ORBPolicyManager");
  EXPECT_EQ(overflow_in(*manager), SendOverflow::drop_oldest);
  manager->set_policy_overrides(list(SendOverflow::fail), SetOverrideType::ADD_OVERRIDE);
  EXPECT_EQ(effective(plain), Overflow::fail);
  EXPECT_EQ(overflow_in(*manager), SendOverflow::fail);
  const auto own = orbweaver::corba::with_policies(plain, list(SendOverflow::drop_oldest));
  std::jthread{[&] {
    const auto current = manager_of(*orb, "PolicyCurrent");
    EXPECT_EQ(overflow_in(*current), std::nullopt);
    current->set_policy_overrides(list(SendOverflow::block), SetOverrideType::ADD_OVERRIDE);
    EXPECT_EQ(overflow_in(*current), SendOverflow::block);
    EXPECT_EQ(effective(plain), Overflow::block);
    EXPECT_EQ(effective(own), Overflow::drop_oldest);
  }}.join();
  EXPECT_EQ(effective(plain), Overflow::fail);
  manager->set_policy_overrides({}, SetOverrideType::SET_OVERRIDE);
  EXPECT_EQ(effective(plain), Overflow::drop_oldest);
}

TEST(Policies, of_the_server_side_are_no_overrides_of_the_client_side) {
  const auto orb = CORBA::ORB_init();
  EXPECT_THROW(manager_of(*orb, "ORBPolicyManager")
                   ->set_policy_overrides({std::make_shared<orbweaver::corba::OrderWindowPolicy>(
                                              orbweaver::corba::OrderWindow{})},
                                          SetOverrideType::ADD_OVERRIDE),
               CORBA::InvalidPolicies);
}

TEST(Policies, of_a_type_cannot_be_set_twice_at_once) {
  const auto orb = CORBA::ORB_init();
  const auto scope = std::make_shared<SyncScopePolicy>(Messaging::SYNC_NONE);
  try {
    manager_of(*orb, "PolicyCurrent")
        ->set_policy_overrides({scope, scope}, SetOverrideType::ADD_OVERRIDE);
    FAIL();
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), orbweaver::corba::omg_minor(30));
  }
}

TEST(Policies, of_collocation_can_be_set_on_an_orb_and_asked_for) {
  using orbweaver::corba::CollocationPolicy, orbweaver::corba::COLLOCATION_POLICY_TYPE;
  const auto orb = CORBA::ORB_init();
  const auto manager = manager_of(*orb, "ORBPolicyManager");
  const auto object = orb->string_to_object("corbaloc::127.0.0.1:1/x");
  EXPECT_TRUE(manager->get_policy_overrides({COLLOCATION_POLICY_TYPE}).empty());
  EXPECT_EQ(object->_get_policy(COLLOCATION_POLICY_TYPE), nullptr);
  manager->set_policy_overrides(
      {std::make_shared<CollocationPolicy>(orbweaver::wire::Collocation::off)},
      SetOverrideType::ADD_OVERRIDE);
  const auto chosen =
      std::dynamic_pointer_cast<CollocationPolicy>(object->_get_policy(COLLOCATION_POLICY_TYPE));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->collocation(), orbweaver::wire::Collocation::off);
  manager->set_policy_overrides({}, SetOverrideType::SET_OVERRIDE);
  EXPECT_TRUE(manager->get_policy_overrides({COLLOCATION_POLICY_TYPE}).empty());
}

TEST(Policies, of_missing_responses_can_be_made_from_an_any_and_put_on_a_reference) {
  using orbweaver::corba::NoResponsePolicy, orbweaver::corba::NO_RESPONSE_POLICY_TYPE;
  const auto orb = CORBA::ORB_init();
  const auto object = orb->string_to_object("corbaloc::127.0.0.1:1/x");
  CORBA::Any value;
  value <<= std::uint32_t{2};
  const auto policy = orb->create_policy(NO_RESPONSE_POLICY_TYPE, value);
  const auto quiet = orbweaver::corba::with_policies(object, {policy});
  const auto chosen =
      std::dynamic_pointer_cast<NoResponsePolicy>(quiet->_get_policy(NO_RESPONSE_POLICY_TYPE));
  ASSERT_TRUE(chosen);
  EXPECT_EQ(chosen->no_response(), orbweaver::wire::NoResponse::always);
  EXPECT_EQ(quiet->_get_policy_overrides({NO_RESPONSE_POLICY_TYPE}).size(), 1U);
  value <<= std::uint32_t{3};
  EXPECT_THROW((void)orb->create_policy(NO_RESPONSE_POLICY_TYPE, value), CORBA::PolicyError);
}

TEST(Policies, cannot_be_put_on_local_objects) {
  const auto orb = CORBA::ORB_init();
  const auto poa = orb->resolve_initial_references("RootPOA");
  EXPECT_THROW((void)orbweaver::corba::with_policies(poa, {}), CORBA::NO_IMPLEMENT);
}

}  // namespace
