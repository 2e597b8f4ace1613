// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/stream_ends.hpp>

#include <gtest/gtest.h>

#include <deque>
#include <memory>

namespace orbweaver::domain {
namespace {

using profile::PortEnd;
using Direction = profile::ComponentPort::Direction;

constexpr const char* kEnd = R"({"event":"end_of_stream"})";

PortEnd end(PortEnd::Kind kind, const std::string& component) {
  return {kind, "port", profile::InstantiationRef{component}, {}};
}

profile::ConnectInterface connection(const std::string& from, const std::string& to,
                                     const std::string& name = "port") {
  auto uses = end(PortEnd::Kind::uses, from), provides = end(PortEnd::Kind::provides, to);
  uses.identifier = provides.identifier = name;
  return {{}, std::move(uses), std::move(provides), {}};
}

/// An application of components with the ports "port" of these interfaces.
class Sinks : public ::testing::Test {
 protected:
  void add(const std::string& id, std::vector<profile::ComponentPort> ports) {
    auto& descriptor = descriptors_.emplace_back();
    descriptor.ports = std::move(ports);
    auto component = std::make_shared<profile::ComponentProfile>();
    component->descriptor = &descriptor;
    application_.components[id + "_file"] = component;
    profile::ComponentPlacement placement;
    placement.file.refid = id + "_file";
    placement.instantiations.emplace_back().id = id;
    assembly_.placements.push_back(placement);
  }
  std::set<std::string> sinks() {
    application_.assembly = &assembly_;
    return sinks_of(application_);
  }
  profile::SoftwareAssembly assembly_;

 private:
  std::deque<profile::SoftwareComponent> descriptors_;
  profile::Application application_;
};

profile::ComponentPort port(Direction direction, const std::string& name, const std::string& repid,
                            std::vector<std::string> types = {}) {
  return {.direction = direction, .name = name, .repid = repid, .types = std::move(types)};
}

TEST_F(Sinks, are_what_receives_and_sends_nothing_on) {
  assembly_.connections = {connection("source", "filter"), connection("filter", "file"),
                           connection("filter", "screen"), connection("control", "source")};
  EXPECT_EQ(sinks(), (std::set<std::string>{"file", "screen"}));
  assembly_.connections = {connection("a", "b"), connection("b", "a")};
  EXPECT_TRUE(sinks().empty());
}

TEST_F(Sinks, are_no_components_whose_interfaces_are_used) {
  assembly_.connections = {
      {{}, end(PortEnd::Kind::uses, "a"), end(PortEnd::Kind::supported, "b"), {}},
      {{}, end(PortEnd::Kind::uses, "a"), profile::FindBy{}, {}},
      {{}, PortEnd{}, std::monostate{}, {}}};
  EXPECT_TRUE(sinks().empty());
}

TEST_F(Sinks, are_such_also_if_they_control_what_sends_to_them) {
  add("source", {port(Direction::uses, "port", "IDL:standardInterfaces/realFloat:1.0"),
                 port(Direction::provides, "control", "IDL:My/Control:1.0", {"control"})});
  add("sink", {port(Direction::provides, "port", "IDL:standardInterfaces/realFloat:1.0"),
               port(Direction::uses, "control", "IDL:My/Control:1.0")});
  assembly_.connections = {connection("source", "sink"), connection("sink", "source", "control")};
  EXPECT_EQ(sinks(), (std::set<std::string>{"sink"}));
}

TEST(APort, carries_packets_by_its_interface_or_by_its_type) {
  const auto carries = [](const std::string& repid, std::vector<std::string> types = {}) {
    return carries_packets(port(Direction::uses, "port", repid, std::move(types)));
  };
  EXPECT_TRUE(carries("IDL:standardInterfaces/complexShort:1.0"));
  EXPECT_TRUE(carries("IDL:Packet/FlowOctetStream:1.0"));
  EXPECT_TRUE(carries("IDL:BULKIO/dataFloat:1.0", {"data"}));
  EXPECT_FALSE(carries("IDL:Packet/FlowSignals:1.0"));
  EXPECT_FALSE(carries("IDL:My/Control:1.0", {"control"}));
}

TEST(ARun, is_through_with_the_end_of_its_last_stream) {
  StreamEnds ends{{"file", "screen"}};
  EXPECT_FALSE(ends.printed("filter", kEnd));
  EXPECT_FALSE(ends.printed("file", "noise"));
  EXPECT_FALSE(ends.printed("file", kEnd));
  EXPECT_FALSE(ends.printed("file", kEnd));
  EXPECT_TRUE(ends.printed("screen", kEnd));
  EXPECT_FALSE(ends.printed("screen", kEnd)) << "it is said once";
  EXPECT_FALSE(StreamEnds{{}}.printed("file", kEnd));
}

}  // namespace
}  // namespace orbweaver::domain
