// SPDX-License-Identifier: Apache-2.0
// The state file: what is written is read again, and a crash at any byte leaves the old or the new
// one.
#include <orbweaver/domain/state_file.hpp>

#include <gtest/gtest.h>

#include <iterator>

#include "radio_files.hpp"

namespace orbweaver::domain::test {
namespace {

using deploy::Step;

/// With each kind of value, end and step.
ApplicationRecord full_record(const std::string& name) {
  ApplicationRecord application_record{.sad_id = "radio-id",
                                       .sad_file = "/radio.sad.xml",
                                       .name = name,
                                       .wished_name = "radio",
                                       .deployment = {},
                                       .bindings = {{"rx:" + name, "rx_1"}},
                                       .components = {{"rx:" + name, "IOR:01"}},
                                       .devices = {{"gpp", "IOR:02"}}};
  auto& snapshot = application_record.deployment;
  snapshot.state = deploy::DeploymentState::running;
  deploy::PlannedComponent component;
  component.instantiation = "rx";
  component.identifier = "rx:" + name;
  component.device = "gpp";
  component.naming_name = "rx";
  component.execute.emplace().component = component.identifier;
  component.start_order = -3;
  component.from_factory = deploy::FromFactory{"factory:" + name, {}};
  component.uses_devices = {{"antenna", "mast"}};
  snapshot.plan.application = name;
  snapshot.plan.components = {component};
  snapshot.plan.controller = component.identifier;
  using Kind = deploy::End::Kind;
  const deploy::FoundOwner found{deploy::FoundOwner::Way::domain_finder, "log", "log"};
  snapshot.plan.topology.connections = {
      {"one",
       {deploy::ComponentOwner{"rx:" + name}, Kind::uses_port, "out"},
       {deploy::DeviceOwner{"gpp"}, Kind::provides_port, "in"}},
      {"two",
       {deploy::ComponentOwner{"rx:" + name}, Kind::uses_port, "log"},
       {found, Kind::itself, {}}}};
  snapshot.plan.topology.external_ports = {
      {"in", {deploy::ComponentOwner{"rx:" + name}, Kind::provides_port, "in"}}};
  snapshot.plan.topology.external_properties = {{"gain", "rx:" + name, "g"}};
  using namespace property;
  snapshot.taken = {{Step::deallocate,
                     "rx:" + name,
                     "gpp",
                     {},
                     {{"cores", Scalar{0.1}},
                      {"memory", Scalar{std::uint64_t{1} << 63}},
                      {"text", Scalar{std::string{"Grüße \"x\""}}},
                      {"pair", Complex{Scalar{1.5F}, Scalar{-2.F}}},
                      {"many", Sequence{Type::short_, false, {Scalar{std::int16_t{-7}}}}},
                      {"group", Struct{{{"a", Scalar{true}}}}},
                      {"groups", StructSequence{{Struct{{{"b", Scalar{std::uint8_t{3}}}}}}}}}},
                    {Step::unload, "rx:" + name, "gpp", "/subject/subject", {}},
                    {Step::terminate, "rx:" + name, "gpp", {}, {}},
                    {Step::disconnect, "rx:" + name, "gpp", "one", {}}};
  snapshot.processes = {{"rx:" + name, 4711}};
  snapshot.ended = {{"tx:" + name, "killed by SIGKILL"}};
  return application_record;
}

class AStateFile : public testing::Test {
 protected:
  [[nodiscard]] std::string text() const {
    std::ifstream from{path};
    return {std::istreambuf_iterator<char>{from}, {}};
  }
  [[nodiscard]] DomainState read() const {
    const auto state = StateFile{path}.read();
    EXPECT_TRUE(state) << state.error();
    return state.value_or(DomainState{});
  }
  void fill() {
    ASSERT_TRUE(file.set_installed({"/radio.sad.xml"}));
    ASSERT_TRUE(file.set_application(full_record("radio")));
  }

  RadioFiles files;
  std::filesystem::path path = files.root() / "lab.state";
  StateFile file{path};
};

TEST_F(AStateFile, is_empty_before_it_is_written) {
  EXPECT_TRUE(read().installed.empty());
  EXPECT_TRUE(read().applications.empty());
}

TEST_F(AStateFile, gives_what_was_written) {
  fill();
  const auto state = read();
  EXPECT_EQ(state.installed, std::vector<std::string>{"/radio.sad.xml"});
  ASSERT_EQ(state.applications.size(), 1U);
  const auto wanted = full_record("radio");
  const auto& got = state.applications.front();
  EXPECT_EQ(got.bindings, wanted.bindings);
  EXPECT_EQ(got.components, wanted.components);
  EXPECT_EQ(got.devices, wanted.devices);
  EXPECT_EQ(got.deployment.state, deploy::DeploymentState::running);
  EXPECT_EQ(got.deployment.taken, wanted.deployment.taken);
  EXPECT_EQ(got.deployment.processes, wanted.deployment.processes);
  EXPECT_EQ(got.deployment.ended, wanted.deployment.ended);
  const auto& plan = got.deployment.plan;
  ASSERT_EQ(plan.topology.connections.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& connection = wanted.deployment.plan.topology.connections[i];
    EXPECT_EQ(plan.topology.connections[i].id, connection.id);
    EXPECT_EQ(plan.topology.connections[i].uses, connection.uses);
    EXPECT_EQ(plan.topology.connections[i].provides, connection.provides);
  }
  ASSERT_EQ(plan.components.size(), 1U);
  EXPECT_EQ(plan.components.front().start_order, -3);
  EXPECT_EQ(plan.components.front().from_factory->factory, "factory:radio");
  EXPECT_EQ(plan.components.front().uses_devices.at("antenna"), "mast");
  EXPECT_EQ(plan.topology.external_properties.front().property, "g");
}

TEST_F(AStateFile, forgets_what_was_removed) {
  fill();
  ASSERT_TRUE(file.set_application(full_record("radio_2")));
  ASSERT_TRUE(file.remove_application("radio"));
  ASSERT_TRUE(file.remove_application("unknown"));
  ASSERT_EQ(read().applications.size(), 1U);
  EXPECT_EQ(read().applications.front().name, "radio_2");
}

TEST_F(AStateFile, goes_on_with_what_it_read) {
  fill();
  StateFile again{path};
  ASSERT_TRUE(again.read());
  ASSERT_TRUE(again.set_installed({}));
  EXPECT_EQ(read().applications.size(), 1U);
}

TEST_F(AStateFile, of_the_version_before_has_no_applications) {
  std::ofstream{path} << R"({"schema": 1, "installed": ["/radio.sad.xml"]})";
  EXPECT_EQ(read().installed.size(), 1U);
  EXPECT_TRUE(read().applications.empty());
}

// A crash while FILE.new is written leaves so many bytes of it.
TEST_F(AStateFile, is_the_old_one_after_a_crash_at_any_byte_of_the_new_one) {
  fill();
  const auto old = text();
  ASSERT_TRUE(file.set_application(full_record("radio_2")));
  const auto fresh = text();
  std::ofstream{path} << old;
  for (std::size_t size = 0; size <= fresh.size(); ++size) {
    std::ofstream{path.string() + ".new"} << fresh.substr(0, size);
    ASSERT_EQ(read().applications.size(), 1U) << "crash at byte " << size;
  }
  std::filesystem::rename(path.string() + ".new", path);
  EXPECT_EQ(read().applications.size(), 2U);
}

TEST_F(AStateFile, is_refused_with_one_line_if_any_byte_of_its_end_is_missing) {
  fill();
  const auto whole = text();
  for (std::size_t size = 0; size + 1 < whole.size(); ++size) {  // the last one is a line's end
    std::ofstream{path} << whole.substr(0, size);
    const auto state = StateFile{path}.read();
    ASSERT_FALSE(state) << "cut at byte " << size;
    ASSERT_TRUE(state.error().starts_with(path.string() + ": it is damaged")) << state.error();
    ASSERT_EQ(state.error().find('\n'), std::string::npos);
  }
}

TEST_F(AStateFile, is_written_by_the_next_change_if_it_could_not_be_before) {
  const auto obstacle = path.string() + ".new";
  std::filesystem::create_directory(obstacle);
  ASSERT_FALSE(file.set_installed({"/radio.sad.xml"}));
  std::filesystem::remove(obstacle);
  ASSERT_TRUE(file.set_installed({"/radio.sad.xml"})) << "the same again";
  EXPECT_EQ(read().installed.size(), 1U);
  std::filesystem::create_directory(obstacle);
  ASSERT_FALSE(file.set_application(full_record("radio")));
  std::filesystem::remove(obstacle);
  ASSERT_TRUE(file.remove_application("unknown"));
  EXPECT_EQ(read().applications.size(), 1U);
}

TEST_F(AStateFile, says_if_it_cannot_be_written) {
  StateFile nowhere{files.root() / "no/folder/lab.state"};
  const auto done = nowhere.set_installed({"/radio.sad.xml"});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().find("lab.state.new: "), std::string::npos) << done.error();
}

}  // namespace
}  // namespace orbweaver::domain::test
