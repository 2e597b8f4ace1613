// SPDX-License-Identifier: Apache-2.0
// Connections to what is no part of the application: found by the domain, or at the naming service.
#include "domain_under_test.hpp"

namespace orbweaver::domain::test {
namespace {

constexpr const char* kConnected = R"(rx: {"event":"connected","id":"data","nil":false})";

TEST_F(ADomain, connects_to_a_service_when_it_registers) {
  begin();
  const auto radio =
      install(sad_with_end(R"(<findby><domainfinder type="log" name="log"/></findby>)"))
          ->create("radio", {}, {});
  const auto service = radio->getPort("in");
  manager->registerService(service, nullptr, "log");
  lines.await(kConnected);
  EXPECT_THROW(manager->unregisterService(manager, "log"), CF::InvalidObjectReference)
      << "another object";
  manager->unregisterService(service, "log");
  lines.await(R"(rx: {"event":"disconnected","id":"data"})");
  EXPECT_THROW(manager->unregisterService(service, "log"), CF::InvalidObjectReference);
}

TEST_F(ADomain, connects_to_an_object_when_it_is_bound_at_the_naming_service) {
  begin();
  const auto radio = install(sad_with_end(R"(<findby><namingservice name="logs/log"/></findby>)"))
                         ->create("radio", {}, {});
  const auto logs = names->bind_new_context({CosNaming::NameComponent{"logs", ""}});
  logs->bind({CosNaming::NameComponent{"log", ""}}, radio->getPort("in"));
  lines.await(kConnected);
}

class ADomainFinder : public ADomain, public testing::WithParamInterface<const char*> {};

TEST_P(ADomainFinder, without_a_name_finds_what_a_domain_has_one_of) {
  begin();
  const auto finder = std::string{"<findby><domainfinder type=\""} + GetParam() + "\"/></findby>";
  const auto radio = install(sad_with_end(finder))->create("radio", {}, {});
  lines.await(kConnected);
}

INSTANTIATE_TEST_SUITE_P(Types, ADomainFinder,
                         testing::Values("filemanager", "namingservice", "domainmanager",
                                         "eventchannel"),
                         [](const auto& type) { return std::string{type.param}; });

TEST_F(ADomain, connects_to_another_application_while_it_is_there) {
  begin();
  auto text = sad_with_end(R"(<findby><domainfinder type="application" name="other"/></findby>)");
  const std::string was = "connectinterface id=\"data\"";
  text.replace(text.find(was), was.size(), "connectinterface id=\"found\"");
  const auto radio = install(text)->create("radio", {}, {});
  auto others = sad();
  const std::string id = "radio-id";
  others.replace(others.find(id), id.size(), "other-id");
  files.write("dom/other.sad.xml", others);
  manager->installApplication("/other.sad.xml");
  for (const auto& factory : manager->applicationFactories())
    if (factory->identifier() == "other-id") {
      const auto other = factory->create("other", {}, {});
      lines.await(R"(rx: {"event":"connected","id":"found","nil":false})");
      other->releaseObject();
      lines.await(R"(rx: {"event":"disconnected","id":"found"})");
    }
  EXPECT_EQ(lines.count(R"(rx: {"event":"disconnected","id":"found"})"), 1);
}

TEST_F(ADomain, connects_to_the_next_version_of_an_application_and_to_the_one_after_it) {
  begin();
  auto text = sad_with_end(R"(<findby><domainfinder type="application" name="other"/></findby>)");
  const std::string was = "connectinterface id=\"data\"";
  text.replace(text.find(was), was.size(), "connectinterface id=\"found\"");
  const auto radio = install(text)->create("radio", {}, {});
  auto others = sad();
  const std::string id = "radio-id";
  others.replace(others.find(id), id.size(), "other-id");
  files.write("dom/other.sad.xml", others);
  manager->installApplication("/other.sad.xml");
  const auto factories = manager->applicationFactories();
  const auto factory = std::ranges::find_if(
      factories, [](const auto& entry) { return entry->identifier() == "other-id"; });
  ASSERT_NE(factory, factories.end());
  constexpr const char* kFound = R"(rx: {"event":"connected","id":"found","nil":false})";
  auto now = (*factory)->create("other", {}, {});
  lines.await(kFound, 1);
  for (int version = 2; version <= 3; ++version) {
    const auto next = (*factory)->create("other", {}, {});
    now->releaseObject();
    lines.await(kFound, version);
    now = next;
  }
  now->releaseObject();
  lines.await(R"(rx: {"event":"disconnected","id":"found"})", 3);
}

TEST_F(ADomain, connects_to_an_event_channel_that_is_made_for_it) {
  begin();
  const auto radio =
      install(sad_with_end(R"(<findby><domainfinder type="eventchannel" name="alerts"/></findby>)"))
          ->create("radio", {}, {});
  lines.await(kConnected);
  EXPECT_THROW(manager->unregisterFromEventChannel("me", "alerts"), CF::DomainManager::NotConnected)
      << "the channel is there for consumers, too";
}

}  // namespace
}  // namespace orbweaver::domain::test
