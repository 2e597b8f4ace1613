// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "fakes.hpp"
#include "manager_of_nothing.hpp"
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

TEST_F(TheHealthOfADomain, is_well_without_a_naming_service_that_the_user_names) {
  control::install(here(), {.sad = sad("radio"), .root = files.root()});
  control::create(here(), {.application = "radio"});
  const auto found = examine(Domain{client, manager, {}});
  EXPECT_TRUE(found.is_well) << found.text;
  EXPECT_FALSE(found.document.contains("components_unasked"));
}

/// A domain manager of another vendor: it has no property, and its naming service is not known.
class OtherManager : public domain::test::ManagerOfNothing {
 public:
  explicit OtherManager(CORBA::object_reference<CF::DomainManager> inner)
      : inner_(std::move(inner)) {}
  CF::DomainManager::ApplicationSequence applications() override { return inner_->applications(); }
  CORBA::object_reference<CF::FileManager> fileMgr() override { return inner_->fileMgr(); }

 private:
  const CORBA::object_reference<CF::DomainManager> inner_;
};

TEST_F(TheHealthOfADomain, is_well_if_components_cannot_be_asked_and_says_so) {
  control::install(here(), {.sad = sad("radio"), .root = files.root()});
  control::create(here(), {.application = "radio"});
  const auto root =
      IDL::traits<PortableServer::POA>::narrow(client->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto other = CORBA::make_reference<OtherManager>(manager);
  const auto reference =
      IDL::traits<CF::DomainManager>::narrow(root->id_to_reference(root->activate_object(other)));
  const auto found = examine(Domain{client, reference, {}});
  EXPECT_TRUE(found.is_well) << found.text;
  EXPECT_EQ(found.document["components_unasked"], 2);
  EXPECT_NE(found.text.find("not asked: 2; "), std::string::npos) << found.text;
}

TEST_F(TheHealthOfADomain, is_ill_if_its_naming_service_does_not_answer) {
  control::install(here(), {.sad = sad("radio"), .root = files.root()});
  control::create(here(), {.application = "radio"});
  const auto found = examine(Domain{client, manager, {.naming = "127.0.0.1:1"}});
  EXPECT_FALSE(found.is_well);
  ASSERT_EQ(found.document["problems"].size(), 1U);
  EXPECT_EQ(found.document["problems"][0]["part"], "the naming service");
  EXPECT_FALSE(found.document.contains("components_unasked"));
  EXPECT_EQ(found.text.find("not asked"), std::string::npos) << found.text;
}

class TheHealthOfADomainWithANode : public domain::test::ADomain {
 protected:
  TheHealthOfADomainWithANode() {
    auto with = options();
    with.nodes = domain::NodeOptions{.lease = std::chrono::seconds{1}};
    with.events.on_node_change = [this](const domain::NodeChange& change) {
      changes.add(line_of(change));
    };
    begin(std::move(with));
    domain_of(*node)->registerDeviceManager(node->reference);
  }
  ~TheHealthOfADomainWithANode() override { domain.reset(); }

  CORBA::object_reference<CF::DomainManager> domain_of(domain::test::FakeNode& which) {
    return IDL::traits<CF::DomainManager>::narrow(
        which.orb->string_to_object(server->object_to_string(domain->manager())));
  }
  [[nodiscard]] Report found() const { return examine(Domain{client, manager, {}}); }

  domain::test::Reports changes;
  std::optional<domain::test::FakeNode> node{std::in_place, files.folder()};
};

TEST_F(TheHealthOfADomainWithANode, is_ill_while_a_node_that_was_there_is_lost) {
  EXPECT_TRUE(found().is_well) << found().text;
  node->end();
  changes.await_begin("node 'n1' left the domain");
  EXPECT_FALSE(found().is_well);
  EXPECT_TRUE(found().text.starts_with("domain 'Orbweaver': node 'n1' is lost: ")) << found().text;
  domain::test::FakeNode again{files.folder() / "again"};
  domain_of(again)->registerDeviceManager(again.reference);
  EXPECT_TRUE(found().is_well) << found().text;
}

TEST_F(TheHealthOfADomainWithANode, is_well_after_a_node_that_unregistered) {
  domain_of(*node)->unregisterDeviceManager(node->reference);
  node->end();
  EXPECT_TRUE(found().is_well) << found().text;
}

TEST_F(TheHealthOfADomainWithANode, has_the_problems_that_a_node_says) {
  node->manager->problems = {"device 'gpp' is not there: killed by SIGKILL"};
  EXPECT_FALSE(found().is_well);
  EXPECT_EQ(found().text, "node 'n1': device 'gpp' is not there: killed by SIGKILL\n");
}

}  // namespace
}  // namespace orbweaver::control::test
