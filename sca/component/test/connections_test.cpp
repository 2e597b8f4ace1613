// SPDX-License-Identifier: Apache-2.0
// What a class, a SAD or a command says of single ports and connections.
#include <orbweaver/component/connections.hpp>
#include <orbweaver/component/profiles.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "numbers.hpp"
#include "running_component.hpp"

namespace orbweaver::component::test {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using testing::Running;

const std::vector<PortDescription>& all_ports() {
  static const std::vector<PortDescription> ports{
      {"in", "IDL:standardInterfaces/realLong:1.0", true},
      {"out", "IDL:standardInterfaces/realLong:1.0"},
      {"control", "IDL:standardInterfaces/decimator:1.0", true, true}};
  return ports;
}

ConnectionChoices parsed(std::string_view text) {
  auto choices = ConnectionChoices::parse(text, all_ports());
  if (!choices) throw std::invalid_argument(choices.error());
  return *std::move(choices);
}
std::string fault_of(std::string_view text) {
  const auto choices = ConnectionChoices::parse(text, all_ports());
  return choices ? "none" : choices.error();
}

TEST(Connections, set_what_they_name_and_leave_the_rest) {
  ports::UsesOptions options{.name = "out"};
  options.connection.messaging = ports::Messaging::twoway;
  parsed(
      " out : depth=7 full=drop_oldest lifespan_ms=20 deadline_ms=30 send_timeout_ms=40 "
      "push_timeout_ms=50 sync=none budget_ms=60 ; ")
      .apply_to(options);
  const auto& all = options.connection;
  EXPECT_EQ(all.messaging, ports::Messaging::twoway);
  EXPECT_EQ(all.queue.depth, 7U);
  EXPECT_EQ(all.queue.when_full, packets::WhenFull::drop_oldest);
  EXPECT_EQ(all.queue.lifespan, milliseconds(20));
  EXPECT_EQ(all.queue.deadline, milliseconds(30));
  EXPECT_EQ(all.send_timeout, milliseconds(40));
  EXPECT_EQ(all.queue.push_timeout, milliseconds(50));
  EXPECT_EQ(all.sync, ::Messaging::SYNC_NONE);
  EXPECT_EQ(options.budget, milliseconds(60));
}

TEST(Connections, let_a_single_one_begin_with_what_holds_for_its_port) {
  ports::UsesOptions options{.name = "out"};
  parsed("out/slow: full=drop_newest messaging=oneway; out: depth=9").apply_to(options);
  EXPECT_EQ(options.connection.queue.depth, 9U);
  EXPECT_EQ(options.connection.queue.when_full, packets::WhenFull::block);
  const auto& slow = options.connections.at("slow");
  EXPECT_EQ(slow.queue.depth, 9U);
  EXPECT_EQ(slow.queue.when_full, packets::WhenFull::drop_newest);
  EXPECT_EQ(slow.messaging, ports::Messaging::oneway);
}

TEST(Connections, set_the_queue_of_a_provides_port) {
  const auto choices = parsed("in: depth=5 full=drop_newest deadline_ms=10; out: depth=1");
  ports::ProvidesOptions of_in, of_other;
  choices.apply_to("in", of_in);
  choices.apply_to("other", of_other);
  EXPECT_EQ(of_in.queue.depth, 5U);
  EXPECT_EQ(of_in.queue.when_full, packets::WhenFull::drop_newest);
  EXPECT_EQ(of_in.queue.deadline, milliseconds(10));
  EXPECT_EQ(of_other.queue.depth, 0U);
  ports::ProvidesOptions dropping;
  parsed("in: full=drop_oldest").apply_to("in", dropping);
  EXPECT_EQ(dropping.queue.depth, 100U) << "where nothing waits nothing is dropped";
}

TEST(Connections, say_in_one_line_what_is_wrong_and_what_there_is) {
  EXPECT_EQ(fault_of(""), "none");
  EXPECT_EQ(fault_of("depth=8"),
            "connections: 'depth=8': write PORT: key=value, as in 'out: depth=8'");
  EXPECT_EQ(fault_of("aux: depth=8"),
            "connections: 'aux: depth=8': there is no data port 'aux'; there are: in, out");
  EXPECT_THAT(fault_of("control: depth=8"), HasSubstr("no data port 'control'"));
  EXPECT_THAT(fault_of("in/a: depth=8"), HasSubstr("write the port alone"));
  EXPECT_THAT(fault_of("in: lifespan_ms=8"),
              HasSubstr("no 'lifespan_ms' here; there are: depth, full"));
  EXPECT_THAT(fault_of("out/a: budget_ms=8"), HasSubstr("no 'budget_ms' here"));
  EXPECT_THAT(fault_of("out: depth"), HasSubstr("'depth' is one of: 0 to 1000000"));
  EXPECT_THAT(fault_of("out: depth=-1"), HasSubstr("'depth' is one of"));
  EXPECT_THAT(fault_of("out: depth=1000001"), HasSubstr("'depth' is one of"));
  EXPECT_THAT(fault_of("out: full=sometimes"), HasSubstr("block, drop_oldest, drop_newest"));
  EXPECT_THAT(fault_of("out: messaging=loud"), HasSubstr("oneway-worker"));
  EXPECT_THAT(fault_of("out: sync=never"), HasSubstr("transport"));
}

/// Sends what it must not be held up by.
class Hasty final
    : public StreamComponent<NumbersOut, Connections<"numbers_out: full=drop_newest depth=2">> {
 public:
  static constexpr int kCount = 50;
  std::atomic<int> made{0};

 private:
  bool produce(Output& out) override {
    out.packet().push_back(++made);
    return made < kCount;
  }
};

TEST(Connections, of_a_class_are_the_default_of_its_property) {
  Description described;
  describe_class<Hasty>(described);
  EXPECT_THAT(prf_of(described), HasSubstr("<value>numbers_out: full=drop_newest depth=2</value>"));
}

class Wrong final : public StreamComponent<NumbersOut, Connections<"elsewhere: depth=2">> {
  bool produce(Output&) override { return false; }
};

TEST(Connections, that_cannot_be_stop_the_profiles_and_the_component) {
  Description described;
  EXPECT_THROW(describe_class<Wrong>(described), std::invalid_argument);
  EXPECT_THROW(Running<Wrong>{}, std::invalid_argument);
  const testing::Parameters wrong{{"connections", "numbers_out: depth=many"}};
  EXPECT_THROW(Running<Hasty>{wrong}, std::invalid_argument);
}

TEST(Connections, that_drop_do_not_hold_a_source_up) {
  Running<Staller> staller;
  Running<Hasty> hasty;
  hasty.connect("numbers_out", staller, "numbers_in");
  ASSERT_TRUE(hasty.component().start());
  for (int sent = hasty.component().made; sent < Hasty::kCount; sent = hasty.component().made)
    std::this_thread::yield();
  staller.component().go_on();
  staller.component().wait_for_end();
}

}  // namespace
}  // namespace orbweaver::component::test
