#include <orbweaver/corba/orb.hpp>
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
  EXPECT_NE(poa->activate_object(servant), id);
}

TEST_F(Adapters, know_nothing_of_what_is_not_active) {
  const auto poa = adapter("RootPOA");
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
  EXPECT_THROW(adapter("RootPOA")->activate_object_with_id({1}, servant), POA::WrongPolicy);
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
  const auto narrow = root->create_POA("narrow", nullptr, order_window({.messages = 3}));
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
  EXPECT_THROW(child->activate_object_with_id({1}, servant), POA::WrongPolicy);
  const auto named = adapter("INSPOA")->create_POA("named", nullptr, {});
  named->activate_object_with_id({1}, servant);
  EXPECT_EQ(named->id_to_servant({1}), servant);
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
