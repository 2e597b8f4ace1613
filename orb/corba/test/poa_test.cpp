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

}  // namespace
