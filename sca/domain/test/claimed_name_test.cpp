// A domain's name at a naming service of another process.
#include <orbweaver/naming/naming_service.hpp>

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
    auto made = options();
    made.this_machine = DomainOptions::ThisMachine::is_no_device;
    made.naming = IDL::traits<CosNaming::NamingContextExt>::narrow(
        orb.string_to_object(naming_orb->object_to_string(service.root())));
    return made;
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
