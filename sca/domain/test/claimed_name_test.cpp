// SPDX-License-Identifier: Apache-2.0
// A domain's name at a naming service of another process.
#include <orbweaver/naming/naming_service.hpp>

#include <thread>

#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

class ADomainAtANamingService : public ADomain {
 protected:
  ~ADomainAtANamingService() override {
    domain.reset();
    other_orb->destroy();
    naming_orb->destroy();
  }

  DomainOptions options_at(CORBA::ORB& orb) {
    auto new_options = options();
    new_options.this_machine = DomainOptions::ThisMachine::is_no_device;
    new_options.naming = IDL::traits<CosNaming::NamingContextExt>::narrow(
        orb.string_to_object(naming_orb->object_to_string(service.root())));
    return new_options;
  }
  [[nodiscard]] CORBA::object_reference<CosNaming::NamingContextExt> root() const {
    return IDL::traits<CosNaming::NamingContextExt>::narrow(
        client->string_to_object(naming_orb->object_to_string(service.root())));
  }
  [[nodiscard]] std::string why_refused() {
    try {
      const EmbeddedDomain other{other_orb, options_at(*other_orb)};
    } catch (const CORBA::BAD_PARAM& wrong) {
      return wrong.detail();
    }
    return {};
  }

  std::shared_ptr<CORBA::ORB> naming_orb = CORBA::ORB_init(), other_orb = CORBA::ORB_init();
  naming::NamingService service{naming_orb};
};

TEST_F(ADomainAtANamingService, is_found_there_until_its_end) {
  begin(options_at(*server));
  const auto found =
      IDL::traits<CF::DomainManager>::narrow(root()->resolve_str("Orbweaver/DomainManager"));
  EXPECT_EQ(found->identifier(), "Orbweaver");
  domain.reset();
  EXPECT_THROW((void)root()->resolve_str("Orbweaver"), CosNaming::NamingContext::NotFound);
}

void await_bound(const CORBA::object_reference<CosNaming::NamingContextExt>& names) {
  while (true) {
    try {
      (void)names->resolve_str("Orbweaver/DomainManager");
      return;
    } catch (const CosNaming::NamingContext::NotFound&) {
      std::this_thread::yield();
    }
  }
}

TEST_F(ADomainAtANamingService, binds_its_name_again_when_a_client_unbound_it) {
  auto with = options_at(*server);
  with.name_check = std::chrono::milliseconds{5};
  begin(std::move(with));
  root()->unbind({CosNaming::NameComponent{"Orbweaver", ""}});
  await_bound(root());
  problems.await("the name 'Orbweaver' was gone from the naming service: it is bound there again");
}

TEST_F(ADomainAtANamingService, says_once_that_another_took_its_name) {
  auto with = options_at(*server);
  with.name_check = std::chrono::milliseconds{5};
  begin(std::move(with));
  root()->rebind_context({CosNaming::NameComponent{"Orbweaver", ""}}, root()->new_context());
  const auto said = problems.await_begin("the name 'Orbweaver' of the naming service is taken by");
  root()->unbind({CosNaming::NameComponent{"Orbweaver", ""}});
  await_bound(root());
  EXPECT_EQ(problems.count(said), 1);
}

class ADomainOfItsOwnNames : public ADomain {};

TEST_F(ADomainOfItsOwnNames, binds_them_again_when_a_client_unbinds_them) {
  begin();
  names->unbind({CosNaming::NameComponent{"Orbweaver", ""}});
  await_bound(names);
  problems.await("the name 'Orbweaver' was unbound by a client: it is bound again");
  for (const char* id : {"DomainManager", "ODM_Channel", "IDM_Channel"}) {
    names->unbind(names->to_name("Orbweaver/" + std::string{id}));
    problems.await("the name '" + std::string{id} + "' was unbound by a client: it is bound again");
  }
  names->rebind(names->to_name("Orbweaver/DomainManager"), names);
  problems.await(
      "the name 'DomainManager' was bound to another object by a client: it is bound again");
  EXPECT_EQ(IDL::traits<CF::DomainManager>::narrow(names->resolve_str("Orbweaver/DomainManager"))
                ->identifier(),
            "Orbweaver");
}

TEST_F(ADomainAtANamingService, is_not_displaced_while_it_lives) {
  begin(options_at(*server));
  EXPECT_NE(why_refused().find("a domain that lives"), std::string::npos);
  EXPECT_EQ(manager->identifier(), "Orbweaver");
  EXPECT_NO_THROW((void)root()->resolve_str("Orbweaver/DomainManager"));
}

TEST_F(ADomainAtANamingService, takes_the_name_that_a_dead_one_left) {
  auto dead = CORBA::ORB_init();
  const auto left = dead->object_to_string(naming::NamingService{dead}.root());
  root()->bind_context(
      {CosNaming::NameComponent{"Orbweaver", ""}},
      IDL::traits<CosNaming::NamingContext>::narrow(client->string_to_object(left)));
  dead->destroy();
  begin(options_at(*server));
  EXPECT_NO_THROW((void)root()->resolve_str("Orbweaver/DomainManager"));
}

TEST_F(ADomainAtANamingService, does_not_take_the_name_of_what_is_no_domain) {
  (void)root()->bind_new_context({CosNaming::NameComponent{"Orbweaver", ""}});
  EXPECT_NE(why_refused().find("no domain's"), std::string::npos);
}

}  // namespace
}  // namespace orbweaver::domain::test
