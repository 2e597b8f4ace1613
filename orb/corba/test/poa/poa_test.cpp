// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/client/reference.hpp>
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/poa.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/corba/servant.hpp>

#include <gtest/gtest.h>

namespace {

using PortableServer::POA;

class Nothing final : public orbweaver::corba::Servant {
 public:
  [[nodiscard]] const char* _interface_id() const noexcept override {
    return "IDL:Test/Nothing:1.0";
  }
  [[nodiscard]] bool _implements(std::string_view id) const noexcept override {
    return id == _interface_id();
  }
  [[nodiscard]] bool _dispatch(orbweaver::corba::ServerCall&) override { return false; }
  [[nodiscard]] bool _has_operation(std::string_view) const noexcept override { return false; }
};

class Adapters : public testing::Test {
 protected:
  [[nodiscard]] CORBA::object_reference<POA> adapter(const char* name) const {
    return IDL::traits<POA>::narrow(orb->resolve_initial_references(name));
  }

  std::shared_ptr<CORBA::ORB> orb = CORBA::ORB_init();
};

TEST_F(Adapters, know_their_objects_by_id_and_by_servant) {
  const auto poa = adapter("RootPOA");
  const auto servant = std::make_shared<Nothing>();
  const auto id = poa->activate_object(servant);
  EXPECT_EQ(poa->servant_to_id(servant), id);
  EXPECT_EQ(poa->id_to_servant(id), servant);
  EXPECT_TRUE(poa->id_to_reference(id)->_is_equivalent(poa->servant_to_reference(servant)));
  EXPECT_TRUE(poa->id_to_reference(id)->_is_a("IDL:Test/Nothing:1.0"));
  EXPECT_THROW(poa->activate_object(servant), POA::ServantAlreadyActive);
}

TEST_F(Adapters, know_nothing_of_what_is_not_active) {
  const auto poa = adapter("RootPOA")->create_POA("child", nullptr, {});
  const auto servant = std::make_shared<Nothing>();
  EXPECT_THROW((void)poa->servant_to_id(servant), POA::ServantNotActive);
  EXPECT_THROW((void)poa->id_to_servant({1, 2}), POA::ObjectNotActive);
  EXPECT_THROW((void)poa->id_to_reference({}), POA::ObjectNotActive);
  EXPECT_THROW(poa->deactivate_object({1}), POA::ObjectNotActive);
  const auto id = poa->activate_object(servant);
  poa->deactivate_object(id);
  EXPECT_THROW(poa->deactivate_object(id), POA::ObjectNotActive);
  EXPECT_EQ(servant.use_count(), 1) << "the adapter keeps what it no longer needs";
}

TEST_F(Adapters, refuse_ids_that_are_not_theirs_to_give) {
  const auto servant = std::make_shared<Nothing>();
  EXPECT_THROW(adapter("RootPOA")->activate_object_with_id({1}, servant), CORBA::BAD_PARAM);
  EXPECT_THROW((void)adapter("INSPOA")->activate_object(servant), POA::WrongPolicy);
}

TEST_F(Adapters, of_names_give_each_name_once) {
  const auto poa = adapter("INSPOA");
  const auto id = PortableServer::string_to_ObjectId("Name");
  poa->activate_object_with_id(id, std::make_shared<Nothing>());
  EXPECT_THROW(poa->activate_object_with_id(id, std::make_shared<Nothing>()),
               POA::ObjectAlreadyActive);
  poa->deactivate_object(id);
  EXPECT_NO_THROW(poa->activate_object_with_id(id, std::make_shared<Nothing>()));
}

TEST_F(Adapters, refuse_a_null_servant) {
  EXPECT_THROW((void)adapter("RootPOA")->activate_object(nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW(adapter("INSPOA")->activate_object_with_id({1}, nullptr), CORBA::BAD_PARAM);
  EXPECT_THROW((void)adapter("RootPOA")->servant_to_id(nullptr), CORBA::BAD_PARAM);
}

TEST_F(Adapters, share_one_manager_which_holds_until_it_is_activated) {
  using State = PortableServer::POAManager::State;
  const auto manager = adapter("RootPOA")->the_POAManager();
  EXPECT_EQ(manager, adapter("INSPOA")->the_POAManager());
  EXPECT_EQ(manager->get_state(), State::HOLDING);
  manager->activate();
  EXPECT_EQ(manager->get_state(), State::ACTIVE);
  EXPECT_NO_THROW(manager->activate());
}

TEST_F(Adapters, let_go_of_their_servants_when_the_orb_ends) {
  const auto servant = std::make_shared<Nothing>();
  (void)adapter("RootPOA")->activate_object(servant);
  orb->destroy();
  EXPECT_EQ(servant.use_count(), 1);
}

// ---- adapters with policies ----

using orbweaver::corba::OrderWindow;
using orbweaver::corba::OrderWindowPolicy;

CORBA::PolicyList order_window(const OrderWindow& window) {
  return {std::make_shared<OrderWindowPolicy>(window)};
}

OrderWindow window_of(const POA& adapter) {
  const auto policies = adapter.effective_policies();
  for (const auto& policy : policies)
    if (const auto window = std::dynamic_pointer_cast<OrderWindowPolicy>(policy))
      return window->window();
  return {};
}

TEST_F(Adapters, below_another_have_policies_and_the_orb_s_options_for_the_rest) {
  using std::chrono::milliseconds;
  orb = CORBA::ORB_init({"-ORBorderWindow", "9", "-ORBorderWait", "5"});
  const auto root = adapter("RootPOA");
  const auto narrow =
      root->create_POA("narrow", root->the_POAManager(), order_window({.messages = 3}));
  EXPECT_EQ(window_of(*narrow), (OrderWindow{3, 8U << 20, milliseconds(5)}));
  EXPECT_EQ(window_of(*root), (OrderWindow{9, 8U << 20, milliseconds(5)}));
  const auto below =
      narrow->create_POA("below", narrow->the_POAManager(),
                         order_window({.bytes = 100, .wait = std::chrono::nanoseconds(1)}));
  EXPECT_EQ(window_of(*below), (OrderWindow{9, 100, std::chrono::nanoseconds(1)}))
      << "an adapter inherits nothing";
  EXPECT_EQ(below->the_name(), "below");
  EXPECT_EQ(narrow->the_POAManager(), root->the_POAManager());
}

TEST_F(Adapters, below_another_are_found_by_name_and_serve_objects) {
  const auto child = adapter("RootPOA")->create_POA("child", nullptr, {});
  EXPECT_EQ(adapter("RootPOA")->find_POA("child", true), child);
  EXPECT_THROW((void)adapter("INSPOA")->find_POA("child", true), POA::AdapterNonExistent);
  EXPECT_THROW(adapter("RootPOA")->create_POA("child", nullptr, {}), POA::AdapterAlreadyExists);
  const auto servant = std::make_shared<Nothing>();
  const auto id = child->activate_object(servant);
  EXPECT_EQ(child->id_to_servant(id), servant);
  EXPECT_NE(child->the_POAManager(), adapter("RootPOA")->the_POAManager());
  EXPECT_EQ(child->the_parent(), adapter("RootPOA"));
  EXPECT_EQ(adapter("RootPOA")->the_parent(), nullptr);
}

// ---- ids, references, activation ----

namespace portable = PortableServer;

class ChildAdapters : public Adapters {
 protected:
  using Policies = CORBA::PolicyList;
  [[nodiscard]] CORBA::object_reference<POA> child(const Policies& policies) {
    return root->create_POA("child" + std::to_string(++count_), nullptr, policies);
  }
  [[nodiscard]] CORBA::object_reference<CORBA::Policy> user_id() const {
    return root->create_id_assignment_policy(portable::IdAssignmentPolicyValue::USER_ID);
  }
  [[nodiscard]] CORBA::object_reference<CORBA::Policy> multiple_id() const {
    return root->create_id_uniqueness_policy(portable::IdUniquenessPolicyValue::MULTIPLE_ID);
  }
  [[nodiscard]] CORBA::object_reference<CORBA::Policy> implicit() const {
    return root->create_implicit_activation_policy(
        portable::ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION);
  }
  [[nodiscard]] CORBA::object_reference<CORBA::Policy> persistent() const {
    return root->create_lifespan_policy(portable::LifespanPolicyValue::PERSISTENT);
  }

  CORBA::object_reference<POA> root = adapter("RootPOA");
  std::shared_ptr<Nothing> servant = std::make_shared<Nothing>();

 private:
  int count_ = 0;
};

TEST_F(ChildAdapters, take_the_user_s_ids_each_once) {
  const auto poa = child({user_id()});
  poa->activate_object_with_id({1}, servant);
  EXPECT_EQ(poa->id_to_servant({1}), servant);
  EXPECT_EQ(poa->servant_to_id(servant), portable::ObjectId{1});
  EXPECT_THROW(poa->activate_object_with_id({1}, std::make_shared<Nothing>()),
               POA::ObjectAlreadyActive);
  EXPECT_THROW(poa->activate_object_with_id({2}, servant), POA::ServantAlreadyActive);
  EXPECT_THROW((void)poa->activate_object(servant), POA::WrongPolicy);
  EXPECT_THROW((void)poa->create_reference("IDL:Test/Nothing:1.0"), POA::WrongPolicy);
}

TEST_F(ChildAdapters, give_a_servant_several_ids_if_they_are_asked_to) {
  const auto poa = child({multiple_id()});
  const auto id = poa->activate_object(servant);
  EXPECT_NE(poa->activate_object(servant), id);
  EXPECT_THROW((void)poa->servant_to_id(servant), POA::WrongPolicy);
}

TEST_F(ChildAdapters, activate_implicitly_if_they_are_asked_to) {
  const auto unique = child({implicit()});
  const auto id = unique->servant_to_id(servant);
  EXPECT_EQ(unique->servant_to_id(servant), id);
  EXPECT_EQ(unique->id_to_servant(id), servant);
  const auto many = child({implicit(), multiple_id()});
  EXPECT_NE(many->servant_to_id(servant), many->servant_to_id(servant));
  EXPECT_THROW((void)child({})->servant_to_reference(servant), POA::ServantNotActive);
}

TEST_F(ChildAdapters, make_references_to_objects_that_come_later) {
  const auto poa = child({user_id()});
  const auto early = poa->create_reference_with_id({7}, "IDL:Test/Nothing:1.0");
  EXPECT_EQ(poa->reference_to_id(early), portable::ObjectId{7});
  EXPECT_THROW((void)poa->reference_to_servant(early), POA::ObjectNotActive);
  EXPECT_TRUE(early->_non_existent());
  poa->activate_object_with_id({7}, servant);
  EXPECT_EQ(poa->reference_to_servant(early), servant);
  EXPECT_FALSE(early->_non_existent());
  EXPECT_TRUE(early->_is_equivalent(poa->id_to_reference({7})));
  EXPECT_EQ(early->_hash(1000), poa->id_to_reference({7})->_hash(1000));

  const auto own = child({});
  const auto reference = own->create_reference("IDL:Test/Nothing:1.0");
  own->activate_object_with_id(own->reference_to_id(reference), servant);
  EXPECT_EQ(own->reference_to_servant(reference), servant);
  EXPECT_THROW((void)own->create_reference_with_id({1}, ""), CORBA::BAD_PARAM);
}

TEST_F(ChildAdapters, know_references_of_others_from_theirs) {
  const auto one = child({user_id()});
  const auto other = child({user_id(), persistent()});
  for (const auto& poa : {one, other}) poa->activate_object_with_id({1}, servant);
  EXPECT_THROW((void)one->reference_to_id(other->id_to_reference({1})), POA::WrongAdapter);
  EXPECT_THROW((void)other->reference_to_servant(one->id_to_reference({1})), POA::WrongAdapter);
  EXPECT_THROW((void)adapter("INSPOA")->reference_to_id(one->id_to_reference({1})),
               POA::WrongAdapter);
  EXPECT_THROW((void)one->reference_to_id(nullptr), POA::WrongAdapter);
  EXPECT_FALSE(one->id_to_reference({1})->_is_equivalent(other->id_to_reference({1})));
}

TEST_F(ChildAdapters, refuse_policies_that_contradict_each_other_or_are_not_compact) {
  const auto index_of_refused = [&](const CORBA::PolicyList& policies) {
    try {
      (void)child(policies);
    } catch (const POA::InvalidPolicy& invalid) {
      return static_cast<int>(invalid.index());
    }
    return -1;
  };
  using Retention = portable::ServantRetentionPolicyValue;
  using Processing = portable::RequestProcessingPolicyValue;
  EXPECT_EQ(index_of_refused({user_id(), implicit()}), 1);
  EXPECT_EQ(
      index_of_refused({std::make_shared<portable::ServantRetentionPolicy>(Retention::NON_RETAIN)}),
      0);
  EXPECT_EQ(index_of_refused({std::make_shared<portable::RequestProcessingPolicy>(
                Processing::USE_DEFAULT_SERVANT)}),
            0);
  EXPECT_EQ(index_of_refused({std::make_shared<portable::ServantRetentionPolicy>(Retention::RETAIN),
                              std::make_shared<portable::RequestProcessingPolicy>(
                                  Processing::USE_ACTIVE_OBJECT_MAP_ONLY)}),
            -1);
}

TEST_F(ChildAdapters, that_are_destroyed_take_objects_and_children_with_them) {
  const auto poa = root->create_POA("gone", nullptr, {persistent(), user_id()});
  const auto below = poa->create_POA("below", nullptr, {});
  poa->activate_object_with_id({1}, servant);
  (void)below->activate_object(servant);
  const auto reference = poa->id_to_reference({1});
  poa->destroy(true, true);
  EXPECT_EQ(servant.use_count(), 1);
  EXPECT_TRUE(reference->_non_existent());
  EXPECT_THROW(poa->activate_object_with_id({2}, servant), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW((void)below->activate_object(servant), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(poa->destroy(true, true), CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW((void)root->find_POA("gone", true), POA::AdapterNonExistent);

  const auto again = root->create_POA("gone", nullptr, {persistent(), user_id()});
  again->activate_object_with_id({1}, servant);
  EXPECT_FALSE(reference->_non_existent()) << "a persistent object is itself again";
}

TEST_F(ChildAdapters, with_names_that_look_like_a_path_have_keys_of_their_own) {
  const auto key_of = [&](const CORBA::object_reference<POA>& poa) {
    const auto reference = poa->create_reference_with_id({1}, "");
    const auto key = orbweaver::corba::StubFactory::reference_of(*reference)->object_key();
    return std::string{orbweaver::as_text(key)};
  };
  const auto path = root->create_POA("a/b:c%", nullptr, {persistent(), user_id()});
  const auto parent = root->create_POA("a", nullptr, {});
  const auto below = parent->create_POA("b:c%", nullptr, {persistent(), user_id()});
  EXPECT_EQ(key_of(path), "OP//a%2fb%3ac%25:\x01");
  EXPECT_EQ(key_of(below), "OP//a/b%3ac%25:\x01");
}

// ---- managers ----

TEST_F(ChildAdapters, have_managers_that_go_through_their_states) {
  using State = portable::POAManager::State;
  const auto manager = child({})->the_POAManager();
  EXPECT_EQ(manager->get_state(), State::HOLDING);
  manager->discard_requests(false);
  EXPECT_EQ(manager->get_state(), State::DISCARDING);
  manager->hold_requests(true);
  EXPECT_EQ(manager->get_state(), State::HOLDING);
  manager->activate();
  EXPECT_EQ(manager->get_state(), State::ACTIVE);
  manager->deactivate(true, true);
  EXPECT_EQ(manager->get_state(), State::INACTIVE);
  EXPECT_NO_THROW(manager->deactivate(true, false));
  EXPECT_THROW(manager->activate(), portable::POAManager::AdapterInactive);
  EXPECT_THROW(manager->hold_requests(false), portable::POAManager::AdapterInactive);
  EXPECT_THROW(manager->discard_requests(false), portable::POAManager::AdapterInactive);
  EXPECT_EQ(adapter("RootPOA")->the_POAManager()->get_state(), State::HOLDING)
      << "a manager is that of its own adapters only";
}

TEST_F(Adapters, refuse_policies_that_are_not_of_the_server_side) {
  const auto root = adapter("RootPOA");
  const auto index_of_refused = [&](const CORBA::PolicyList& policies) {
    try {
      root->create_POA("child", nullptr, policies);
    } catch (const POA::InvalidPolicy& invalid) {
      return static_cast<int>(invalid.index());
    }
    return -1;
  };
  const auto window = std::make_shared<OrderWindowPolicy>(OrderWindow{});
  const auto scope = std::make_shared<Messaging::SyncScopePolicy>(Messaging::SYNC_NONE);
  EXPECT_EQ(index_of_refused({window, scope}), 1);
  EXPECT_EQ(index_of_refused({window, window}), 1);
  EXPECT_EQ(index_of_refused({nullptr}), 0);
  EXPECT_THROW((void)root->find_POA("child", true), POA::AdapterNonExistent);
  EXPECT_EQ(index_of_refused({window}), -1);
}

TEST_F(Adapters, refuse_a_manager_of_another_orb) {
  const auto other = CORBA::ORB_init();
  const auto stranger =
      IDL::traits<POA>::narrow(other->resolve_initial_references("RootPOA"))->the_POAManager();
  EXPECT_THROW(adapter("RootPOA")->create_POA("child", stranger, {}), CORBA::BAD_PARAM);
}

TEST(OrderWindows, cannot_wait_for_a_negative_time) {
  EXPECT_THROW(OrderWindowPolicy(OrderWindow{.wait = std::chrono::nanoseconds(-1)}),
               CORBA::INV_POLICY);
  EXPECT_NO_THROW(OrderWindowPolicy(OrderWindow{.wait = std::chrono::nanoseconds(0)}));
}

}  // namespace
