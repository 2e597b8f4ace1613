#include <csignal>

#include "operated_domain.hpp"

namespace orbweaver::control::test {
namespace {

class TheHealthOfADomain : public AnOperatedDomain {};

TEST_F(TheHealthOfADomain, is_well_when_every_part_answers) {
  control::install(here(), {.sad = sad("radio"), .root = files.root()});
  control::create(here(), {.application = "radio"});
  const auto found = examine(here());
  EXPECT_TRUE(found.is_well);
  EXPECT_EQ(found.document, Json({{"domain", "Orbweaver"},
                                  {"healthy", true},
                                  {"nodes", 1},
                                  {"devices", 1},
                                  {"applications", 1},
                                  {"components", 2},
                                  {"problems", Json::array()}}));
  EXPECT_EQ(
      found.text,
      "domain 'Orbweaver' is healthy; nodes: 1, devices: 1, applications: 1, components: 2\n");
}

TEST_F(TheHealthOfADomain, has_a_line_for_a_component_that_is_gone) {
  control::install(here(), {.sad = sad("radio"), .root = files.root()});
  control::create(here(), {.application = "radio"});
  const auto context =
      IDL::traits<CosNaming::NamingContext>::narrow(names->resolve_str("Orbweaver/radio"));
  CosNaming::BindingList bound;
  CORBA::object_reference<CosNaming::BindingIterator> more;
  context->list(1, bound, more);
  context->unbind(bound[0].binding_name());
  const auto found = examine(here());
  EXPECT_FALSE(found.is_well);
  ASSERT_EQ(found.document["problems"].size(), 1U);
  EXPECT_TRUE(found.text.starts_with("component '")) << found.text;
  EXPECT_NE(found.text.find("' of application 'radio': "), std::string::npos) << found.text;
}

}  // namespace
}  // namespace orbweaver::control::test
