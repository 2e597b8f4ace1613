// SPDX-License-Identifier: Apache-2.0
// The operator's verbs, against a domain of this machine that a client of another ORB operates.
#include "operated_domain.hpp"

namespace orbweaver::control::test {
namespace {

TEST_F(AnOperatedDomain, takes_an_application_through_its_whole_life) {
  const auto before = domain_files();
  EXPECT_EQ(control::install(here(), {.sad = sad("radio")}).document["name"], "radio");
  const auto created = create(
      here(),
      {.application = "radio", .name = "my radio", .on = {"rx=this_machine"}, .set = {"gain=2.5"}});
  EXPECT_EQ(created.document["identifier"], "radio-id:my radio");
  EXPECT_EQ(property_of("my radio", "gain"), 2.5);
  control::properties(here(), "my radio", {"gain=7", "level=3"});
  EXPECT_EQ(property_of("my radio", "gain"), 7);
  EXPECT_EQ(property_of("my radio/rx", "level"), 3);
  EXPECT_EQ(property_of("my radio/tx", "level"), 1);
  start(here(), "my radio");
  lines.await(R"(rx: {"event":"start"})");
  stop(here(), "my radio");
  lines.await(R"(rx: {"event":"stop"})");
  release(here(), "radio-id:my radio");
  lines.await(R"(rx: {"event":"release"})");
  uninstall(here(), {.application = "radio"});
  EXPECT_EQ(domain_files(), before);
  EXPECT_TRUE(manager->applicationFactories().empty());
  EXPECT_EQ(what_is_left(), "");
}

TEST_F(AnOperatedDomain, lists_what_is_installed_and_what_runs) {
  EXPECT_EQ(list_applications(here()).document["running"].size(), 0U);
  control::install(here(), {.sad = sad("radio")});
  create(here(), {.application = "radio-id"});
  const auto document = list_applications(here()).document;
  EXPECT_EQ(document["domain"], "Orbweaver");
  EXPECT_EQ(document["installed"][0]["profile"], "/waveforms/radio/radio.sad.xml");
  const auto& radio = document["running"][0];
  EXPECT_EQ(radio["name"], "radio");
  ASSERT_EQ(radio["components"].size(), 2U);
  const auto& rx = radio["components"][0];
  EXPECT_EQ(rx["id"], "rx:radio");
  EXPECT_EQ(rx["implementation"], "here");
  EXPECT_EQ(rx["devices"], Json::array({"Orbweaver:this_machine"}));
  EXPECT_GT(rx["process"], 0);
  EXPECT_FALSE(radio.contains("problems"));
}

TEST_F(AnOperatedDomain, lists_devices_with_states_and_capacities) {
  const auto document = list_devices(here()).document;
  const auto& device = document["nodes"][0]["devices"][0];
  EXPECT_EQ(device["label"], "this_machine");
  EXPECT_EQ(device["admin"], "UNLOCKED");
  EXPECT_EQ(device["operational"], "ENABLED");
  EXPECT_EQ(device["usage"], "IDLE");
  EXPECT_EQ(device["properties"][0]["id"], "cores");
}

TEST_F(AnOperatedDomain, connects_ports) {
  control::install(here(), {.sad = sad("radio")});
  create(here(), {.application = "radio"});
  const auto shown = ports(here(), "radio").document["ports"];
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0]["name"], "in");
  EXPECT_EQ(shown[0]["direction"], "provides");
  EXPECT_EQ(shown[0]["interface"], "IDL:CF/Port:1.0");
  EXPECT_EQ(shown[0]["connectable"], true);
  const auto reference = shown[0]["ior"].get<std::string>();
  connect(here(), "radio/rx", "out", reference, "spy");
  lines.await(R"(rx: {"event":"connected","id":"spy","nil":false})");
  disconnect(here(), "radio/rx", "out", "spy");
  lines.await(R"(rx: {"event":"disconnected","id":"spy"})");
  const auto result = connect(here(), "radio", "in", reference, "").document["connection"];
  lines.await(R"(tx: {"event":"connected","id":")" + result.get<std::string>() +
              R"(","nil":false})");
  EXPECT_EQ(ports(here(), "radio/rx").document["ports"].size(), 2U);
}

TEST_F(AnOperatedDomain, says_what_it_does_not_have) {
  control::install(here(), {.sad = sad("radio")});
  create(here(), {.application = "radio"});
  const auto line = [this](auto verb) { return failure([&] { verb(here()); }); };
  const auto expect = [](const std::string& said, const std::string& begin) {
    EXPECT_TRUE(said.starts_with(begin)) << said;
  };
  expect(line([](const auto& d) { start(d, "none"); }),
         "find 'none': no application that runs has this name; choose from 'radio'");
  expect(
      line([](const auto& d) { start(d, "radio/none"); }),
      "find 'radio/none': the application has no component 'none' with a name; choose from 'rx'");
  expect(line([](const auto& d) { create(d, {.application = "none"}); }),
         "find 'none': no application that is installed has this name; choose from 'radio'");
  expect(
      line([](const auto& d) { create(d, {.application = "radio", .on = {"rx=none"}}); }),
      "find the device 'none': the domain has no device of the label or identifier 'none'; choose");
  expect(line([](const auto& d) { create(d, {.application = "radio", .on = {"rx"}}); }),
         "--on rx: it is not of the form COMPONENT=DEVICE");
  expect(line([](const auto& d) { create(d, {.application = "radio", .on = {"x=this_machine"}}); }),
         "create 'radio': CreateApplicationRequestError: x=Orbweaver:this_machine; ");
  expect(line([](const auto& d) { create(d, {.application = "radio", .set = {"none=1"}}); }),
         "set 'none': the assembly controller has no such property; write COMPONENT.PROPERTY for "
         "one of "
         "the components 'rx', 'tx'; choose from ");
  expect(line([](const auto& d) { create(d, {.application = "radio", .set = {"tx.none=1"}}); }),
         "set 'tx.none': component 'tx' has no such property; choose from 'tx.");
  expect(line([](const auto& d) { create(d, {.application = "radio", .set = {"*.none=1"}}); }),
         "set '*.none': no component has such a property; write COMPONENT.PROPERTY for one of the "
         "components 'rx', 'tx'");
  expect(line([](const auto& d) { create(d, {.application = "radio", .set = {"*.gain=x"}}); }),
         "set 'rx.gain': 'x' is no number");
  expect(line([](const auto& d) { create(d, {.application = "radio", .set = {"gain=x"}}); }),
         "set 'gain': 'x' is no number");
  expect(line([](const auto& d) { properties(d, "radio", {"gain=loud"}); }), "set 'gain': 'loud'");
  expect(line([](const auto& d) { properties(d, "radio", {"gain.x=1"}); }),
         "set 'gain.x': it is no struct");
  expect(line([](const auto& d) { properties(d, "radio", {"=1"}); }),
         "props '=1': it names no property");
  expect(line([](const auto& d) { properties(d, "radio", {"none"}); }),
         "query 'radio': UnknownProperties: none; ");
  expect(line([](const auto& d) { (void)ports(d, "radio", "none"); }),
         "get the port 'none' of 'radio': UnknownPort; ");
  expect(line([](const auto& d) { connect(d, "radio", "in", "IOR:no", "x"); }),
         "read the reference: ");
  expect(line([](const auto& d) { uninstall(d, {.application = "none"}); }), "find 'none': ");
  expect(line([](const auto& d) { install_without_copying(d, "/none.sad.xml"); }),
         "install /none.sad.xml: InvalidFileName");
}

TEST_F(AnOperatedDomain, chooses_by_identifier_between_two_of_one_name) {
  control::install(here(), {.sad = sad("radio")});
  const auto first = create(here(), {.application = "radio"}).document["identifier"];
  const auto second = create(here(), {.application = "radio"}).document["identifier"];
  ASSERT_NE(first, second);
  EXPECT_TRUE(failure([&] {
                start(here(), "radio");
              }).starts_with("find 'radio': 2 have the name 'radio'; choose an identifier: "));
  start(here(), first.get<std::string>());
  release(here(), second.get<std::string>());
  release(here(), "radio");
}

TEST_F(AnOperatedDomain, is_found_by_name_and_by_reference) {
  const auto naming = server->object_to_string(domain->names());
  const auto reference = server->object_to_string(domain->manager());
  const auto identifier = [this](const DomainChoice& choice) {
    return find_domain(client, choice).manager->identifier();
  };
  EXPECT_EQ(identifier({.reference = reference}), "Orbweaver");
  EXPECT_EQ(identifier({.name = "Orbweaver", .naming = naming}), "Orbweaver");
  EXPECT_EQ(identifier({.name = "Orbweaver/DomainManager", .naming = naming}), "Orbweaver");
  EXPECT_EQ(identifier({.environment = reference}), "Orbweaver");
  EXPECT_EQ(identifier({.environment = "Orbweaver", .naming = naming}), "Orbweaver");
  files.write("domain.ior", reference + "\n");
  EXPECT_EQ(identifier({.reference = "file:" + (files.root() / "../domain.ior").string()}),
            "Orbweaver");
}

TEST_F(AnOperatedDomain, that_is_not_found_says_what_was_tried) {
  const auto naming = server->object_to_string(domain->names());
  const auto line = [this](const DomainChoice& choice) {
    return failure([&] { (void)find_domain(client, choice); });
  };
  EXPECT_NE(line({}).find("--domain NAME, --ior REFERENCE, or set ORBWEAVER_DOMAIN"),
            std::string::npos);
  EXPECT_NE(
      line({.name = "Other", .naming = naming}).find("Other/DomainManager, Other/Other, Other"),
      std::string::npos);
  EXPECT_NE(line({.name = "Orbweaver"}).find("--naming HOST:PORT"), std::string::npos);
  EXPECT_NE(line({.reference = naming}).find("no CF::DomainManager"), std::string::npos);
  EXPECT_NE(line({.name = "x", .naming = "localhost:1"}).find("at 'localhost:1'"),
            std::string::npos);
}

}  // namespace
}  // namespace orbweaver::control::test
