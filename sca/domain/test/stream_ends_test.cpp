#include <orbweaver/domain/stream_ends.hpp>

#include <gtest/gtest.h>

namespace orbweaver::domain {
namespace {

using profile::PortEnd;

constexpr const char* kEnd = R"({"event":"end_of_stream"})";

PortEnd end(PortEnd::Kind kind, const std::string& component) {
  return {kind, "port", profile::InstantiationRef{component}, {}};
}

profile::Connection connection(const std::string& from, const std::string& to) {
  return {{}, end(PortEnd::Kind::uses, from), end(PortEnd::Kind::provides, to), {}};
}

TEST(SinksOfAnApplication, are_what_receives_and_sends_nothing_on) {
  profile::SoftwareAssembly chain;
  chain.connections = {connection("source", "filter"), connection("filter", "file"),
                       connection("filter", "screen"), connection("control", "source")};
  EXPECT_EQ(sinks_of(chain), (std::set<std::string>{"file", "screen"}));
  chain.connections = {connection("a", "b"), connection("b", "a")};
  EXPECT_TRUE(sinks_of(chain).empty());
}

TEST(SinksOfAnApplication, are_no_components_whose_interfaces_are_used) {
  profile::SoftwareAssembly assembly;
  assembly.connections = {
      {{}, end(PortEnd::Kind::uses, "a"), end(PortEnd::Kind::supported, "b"), {}},
      {{}, end(PortEnd::Kind::uses, "a"), profile::FindBy{}, {}},
      {{}, PortEnd{}, std::monostate{}, {}}};
  EXPECT_TRUE(sinks_of(assembly).empty());
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
