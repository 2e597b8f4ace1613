// SPDX-License-Identifier: Apache-2.0
#include "numbers.hpp"
#include "running_component.hpp"

#include <orbweaver/corba/packet_stamp.hpp>
#include <orbweaver/generated/sca/Packet.hpp>
#include <orbweaver/generated/sca/standardInterfaces.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace orbweaver::component {
namespace {

using test::Adder, test::Bulk, test::Closer, test::Counter, test::Doubler, test::InPlaceDoubler,
    test::Mixer, test::NumberKeeper, test::OctetKeeper, test::Staller;
using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::Not,
    ::testing::UnorderedElementsAreArray;
using testing::Parameters, testing::Running;

std::vector<std::int32_t> even_numbers(int count) {
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) numbers[static_cast<std::size_t>(i)] = 2 * (i + 1);
  return numbers;
}

std::vector<std::int32_t> numbers(int count) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

Parameters mode(const std::string& name, Parameters more = {}) {
  more.push_back({"messaging", name});
  return more;
}

/// What the program printed since its making.
class Printed {
 public:
  Printed() { ::testing::internal::CaptureStdout(); }
  ~Printed() {
    if (!is_read_) (void)::testing::internal::GetCapturedStdout();
  }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  std::string text() {
    is_read_ = true;
    return ::testing::internal::GetCapturedStdout();
  }

 private:
  bool is_read_ = false;
};

class EachMode : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Messaging, EachMode,
                         ::testing::Values("oneway", "oneway-worker", "twoway", "twoway-worker",
                                           "ordered"));

TEST_P(EachMode, brings_every_packet_through_three_components_and_then_the_end) {
  Printed printed;
  Running<NumberKeeper> keeper(mode(GetParam()));
  Running<Doubler> doubler(mode(GetParam()));
  Running<Counter> counter(mode(GetParam()));
  ASSERT_TRUE(counter.component().set<std::uint32_t>("count", 300));
  doubler.connect("numbers_out", keeper, "numbers_in");
  counter.connect("numbers_out", doubler, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  EXPECT_THAT(keeper.component().wait_for_end(), UnorderedElementsAreArray(even_numbers(300)));
}

TEST(AStreamComponent, keeps_the_order_of_packets_in_ordered_modes_also_when_it_works_in_parallel) {
  Printed printed;
  for (const char* text : {"ordered", "twoway", "twoway-worker"}) {
    Running<NumberKeeper> keeper(mode(text));
    Running<Doubler> doubler(mode(text, {{"parallel", "3"}, {"queue_depth", "8"}}));
    Running<Counter> counter(mode(text));
    ASSERT_TRUE(counter.component().set<std::uint32_t>("count", 300));
    doubler.connect("numbers_out", keeper, "numbers_in");
    counter.connect("numbers_out", doubler, "numbers_in");
    ASSERT_TRUE(counter.component().start());
    EXPECT_EQ(keeper.component().wait_for_end(), even_numbers(300)) << text;
  }
}

TEST(AStreamComponent, may_share_an_orb_with_its_neighbours) {
  Printed printed;
  const auto orb = CORBA::ORB_init();
  {
    Running<NumberKeeper> keeper(orb, {});
    Running<Doubler> doubler(orb, {});
    Running<Counter> counter(orb, {});
    doubler.connect("numbers_out", keeper, "numbers_in");
    counter.connect("numbers_out", doubler, "numbers_in");
    ASSERT_TRUE(counter.component().start());
    EXPECT_EQ(keeper.component().wait_for_end(), even_numbers(10));
  }
  orb->destroy();
}

TEST_P(EachMode, leaves_what_others_read_as_it_is_when_samples_are_changed_in_place) {
  Printed printed;
  const auto orb = CORBA::ORB_init();
  {
    const auto of_mode = mode(GetParam());
    Running<NumberKeeper> doubled(orb, of_mode), too(orb, of_mode), unchanged(orb, of_mode);
    Running<InPlaceDoubler> doubler(orb, of_mode),
        parallel(orb, mode(GetParam(), {{"parallel", "2"}}));
    Running<Counter> counter(orb, of_mode);
    ASSERT_TRUE(counter.component().set<std::uint32_t>("count", 300));
    doubler.connect("numbers_out", doubled, "numbers_in");
    parallel.connect("numbers_out", too, "numbers_in");
    counter.connect("numbers_out", doubler, "numbers_in");
    counter.connect("numbers_out", unchanged, "numbers_in");
    counter.connect("numbers_out", parallel, "numbers_in");
    ASSERT_TRUE(counter.component().start());
    EXPECT_THAT(doubled.component().wait_for_end(), UnorderedElementsAreArray(even_numbers(300)));
    EXPECT_THAT(too.component().wait_for_end(), UnorderedElementsAreArray(even_numbers(300)));
    EXPECT_THAT(unchanged.component().wait_for_end(), UnorderedElementsAreArray(numbers(300)));
  }
  orb->destroy();
}

TEST(AStreamComponent, sends_what_it_makes_at_the_end_in_front_of_the_end) {
  Printed printed;
  Running<OctetKeeper> keeper;
  Running<Adder> adder;
  Running<Counter> counter;
  ASSERT_TRUE(counter.component().set<std::uint32_t>("count", 4));
  adder.connect("octets_out", keeper, "octets_in");
  counter.connect("numbers_out", adder, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(1, 3, 6, 10, 255));
}

TEST(AStreamComponent, produces_only_while_it_is_started) {
  Printed printed;
  Running<NumberKeeper> keeper;
  Running<Counter> counter;
  ASSERT_TRUE(counter.component().set<std::uint32_t>("count", 100'000'000));
  counter.connect("numbers_out", keeper, "numbers_in");
  EXPECT_EQ(counter.component().made, 0U);
  ASSERT_TRUE(counter.component().start());
  (void)keeper.component().wait_for(10);
  ASSERT_TRUE(counter.component().stop());
  const auto result = counter.component().made.load();
  EXPECT_EQ(keeper.component().wait_for(result).size(), result) << "what it made, it has sent";
  ASSERT_TRUE(counter.component().start());
  (void)keeper.component().wait_for(result + 10);
}

std::string text_in(std::FILE* file) {
  std::string text(100'000, '\0');
  text.resize(static_cast<std::size_t>(
      std::max<ssize_t>(::pread(::fileno(file), text.data(), text.size(), 0), 0)));
  return text;
}

// In a host process standard output is the process's, and the device takes it for no component's.
TEST(AStreamComponent, reports_a_dead_connection_where_its_own_lines_go) {
  Printed printed;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> own{std::tmpfile(), std::fclose};
  auto keeper = std::make_optional<Running<NumberKeeper>>();
  Running<Counter> counter(CORBA::ORB_init(), {}, true, own.get());
  ASSERT_TRUE(counter.component().set<std::uint32_t>("count", 100'000'000));
  counter.connect("numbers_out", *keeper, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  (void)keeper->component().wait_for(10);
  keeper.reset();
  const std::string line = "the connection 'numbers_out-numbers_in' of port 'numbers_out' takes";
  while (text_in(own.get()).find(line) == std::string::npos) std::this_thread::yield();
  counter.end();
  EXPECT_THAT(printed.text(), Not(HasSubstr(line)));
}

TEST(AStreamComponent, holds_packets_while_it_is_stopped) {
  Printed printed;
  Running<NumberKeeper> keeper;
  Running<Counter> counter;
  counter.connect("numbers_out", keeper, "numbers_in");
  ASSERT_TRUE(keeper.component().start());
  ASSERT_TRUE(keeper.component().stop());
  ASSERT_TRUE(counter.component().start());
  while (counter.component().made < 10) std::this_thread::yield();
  EXPECT_TRUE(keeper.component().wait_for(0).empty());
  ASSERT_TRUE(keeper.component().start());
  EXPECT_EQ(keeper.component().wait_for_end().size(), 10U);
}

TEST(AStreamComponent, prints_its_result_and_last_the_end_of_the_stream) {
  Printed printed;
  {
    Running<NumberKeeper> keeper;
    Running<Counter> counter;
    counter.connect("numbers_out", keeper, "numbers_in");
    ASSERT_TRUE(counter.component().start());
    (void)keeper.component().wait_for_end();
  }
  const auto text = printed.text();
  EXPECT_THAT(text, HasSubstr(R"("event":"result","name":"test","producer":{)"));
  EXPECT_THAT(text, HasSubstr(R"("made":10)"));
  EXPECT_THAT(text, HasSubstr(R"("received":10)"));
  EXPECT_THAT(text, HasSubstr(R"("lost":0)"));
  EXPECT_TRUE(text.ends_with("{\"event\":\"end_of_stream\"}\n")) << text;
}

TEST(AStreamComponent, that_fails_says_why_and_hands_the_end_on) {
  Printed printed;
  {
    Running<NumberKeeper> keeper;
    Running<Doubler> doubler;
    Running<Counter> counter;
    ASSERT_TRUE(doubler.component().set<std::int32_t>("refused", 3));
    doubler.connect("numbers_out", keeper, "numbers_in");
    counter.connect("numbers_out", doubler, "numbers_in");
    ASSERT_TRUE(counter.component().start());
    EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(2, 4));
  }
  const auto text = printed.text();
  EXPECT_THAT(text, HasSubstr("it does not like this number"));
  EXPECT_EQ(text.find("it does not"), text.rfind("it does not")) << "one line";
}

TEST(AStreamComponent, ends_when_the_end_has_come_on_every_input) {
  Printed printed;
  Running<NumberKeeper> numbers;
  Running<OctetKeeper> octets;
  Running<Mixer> mixer;
  Running<Adder> adder;
  Running<Counter> left, right;
  mixer.connect("numbers_out", numbers, "numbers_in");
  mixer.connect("octets_out", octets, "octets_in");
  adder.connect("octets_out", mixer, "octets_in");
  left.connect("numbers_out", mixer, "left_in");
  right.connect("numbers_out", adder, "numbers_in");
  ASSERT_TRUE(left.component().start());
  EXPECT_EQ(numbers.component().wait_for(10).size(), 10U);
  ASSERT_TRUE(right.component().start());
  EXPECT_EQ(octets.component().wait_for_end().size(), 11U);
  EXPECT_EQ(numbers.component().wait_for_end().size(), 10U);
}

TEST(AStreamComponent, counts_in_its_result_no_packet_that_came_after_the_end) {
  Printed printed;
  Running<Closer> closer;
  const auto sender = CORBA::ORB_init(std::vector<std::string>{});
  const auto at_sender = [&](const std::string& port) {
    return sender->string_to_object(closer.orb()->object_to_string(closer.port(port)));
  };
  const auto left = IDL::traits<standardInterfaces::realLong>::narrow(at_sender("left_in"));
  const auto octets = IDL::traits<Packet::OctetStream>::narrow(at_sender("octets_in"));
  closer.component().at_end = [&] { left->pushPacket(PortTypes::LongSequence{7}); };
  left->pushPacket(PortTypes::LongSequence{1});
  left->pushPacket(PortTypes::LongSequence{});
  octets->pushPacket(Packet::StreamControlType{false, 0, 0, false}, JTRS::OctetSequence{9});
  octets->pushPacket(Packet::StreamControlType{true, 0, 1, false}, JTRS::OctetSequence{});
  closer.end();
  sender->destroy();
  EXPECT_THAT(printed.text(), HasSubstr(R"("received":2,)"));
}

TEST(AStreamComponent, takes_packets_of_several_senders_until_all_have_ended) {
  Printed printed;
  Running<NumberKeeper> keeper(Parameters{{"INPUT_CONNECTIONS", "numbers_in=2"}});
  Running<Counter> slow, fast;
  slow.connect("numbers_out", keeper, "numbers_in");
  fast.connect("numbers_out", keeper, "numbers_in");
  ASSERT_TRUE(slow.component().set<std::uint32_t>("count", 20'000));
  ASSERT_TRUE(slow.component().start());
  (void)keeper.component().wait_for(1);
  ASSERT_TRUE(fast.component().start());
  EXPECT_EQ(keeper.component().wait_for_end().size(), 20'010U);
}

/// Sends what no port would: any numbers.
void push(const CORBA::object_reference<CORBA::Object>& port, std::uint64_t number,
          const std::vector<std::int32_t>& samples) {
  const corba::PacketStamp stamp{.connection = 7, .number = number};
  const corba::StampedCalls calls(&stamp);
  IDL::traits<standardInterfaces::realLong>::narrow(port)->pushPacket(samples);
}

TEST(AStreamComponent, gives_up_what_the_end_overtook_and_does_not_come) {
  Printed printed;
  {
    Running<NumberKeeper> keeper(mode("oneway", {{"call_timeout_ms", "20"}}));
    push(keeper.port("numbers_in"), 5, {});
    push(keeper.port("numbers_in"), 2, {20});
    EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(20));
  }
  EXPECT_THAT(printed.text(), HasSubstr(R"("lost":3)"));
}

TEST(AStreamComponent, waits_for_what_the_end_overtook_and_comes) {
  Printed printed;
  Running<NumberKeeper> keeper(mode("oneway", {{"call_timeout_ms", "3600000"}}));
  push(keeper.port("numbers_in"), 3, {});
  push(keeper.port("numbers_in"), 2, {20});
  push(keeper.port("numbers_in"), 1, {10});
  EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(20, 10));
}

TEST(AStreamComponent, waits_anew_for_what_the_end_of_another_stream_overtook) {
  Printed printed;
  {
    Running<NumberKeeper> keeper(mode("oneway", {{"call_timeout_ms", "100"}}));
    push(keeper.port("numbers_in"), 2, {});
    push(keeper.port("numbers_in"), 1, {10});
    push(keeper.port("numbers_in"), 4, {});
    push(keeper.port("numbers_in"), 3, {30});
    push(keeper.port("numbers_in"), 7, {});
    push(keeper.port("numbers_in"), 5, {50});
    EXPECT_THAT(keeper.component().wait_for_end(3), ElementsAre(10, 30, 50));
  }
  EXPECT_THAT(printed.text(), HasSubstr(R"("lost":1)"));
}

TEST(AStreamComponent, waits_for_connections_that_only_the_domain_knows) {
  Printed printed;
  Running<NumberKeeper> keeper(Parameters{{"INPUT_CONNECTIONS", "numbers_in=2"}});
  Running<Counter> first, second;
  first.connect("numbers_out", keeper, "numbers_in");
  second.connect("numbers_out", keeper, "numbers_in");
  ASSERT_TRUE(first.component().start());
  EXPECT_EQ(keeper.component().wait_for(10).size(), 10U);
  first.component().wait_for_end();
  first.end();
  ASSERT_TRUE(second.component().start());
  EXPECT_EQ(keeper.component().wait_for_end().size(), 20U);
}

TEST_P(EachMode, says_which_connection_lost_a_packet_that_is_too_large) {
  Printed printed;
  {
    const std::vector<std::string> limit{"-ORBmaxMessageSize", "100000"};
    Running<NumberKeeper> keeper(mode(GetParam()), limit);
    Running<Bulk> bulk(mode(GetParam()), limit);
    ASSERT_TRUE(bulk.component().set<std::uint32_t>("size", 30'000));
    bulk.connect("numbers_out", keeper, "numbers_in");
    ASSERT_TRUE(bulk.component().start());
    EXPECT_EQ(keeper.component().wait_for_end().size(), 2U);
  }
  const auto text = printed.text();
  EXPECT_THAT(text, HasSubstr("'numbers_out-numbers_in' of port 'numbers_out' lost 1 of 4 packets: "
                              "1 refused"));
  EXPECT_THAT(text, HasSubstr(R"("unsent":1)"));
  EXPECT_THAT(text, HasSubstr("-ORBmaxMessageSize 100000"));
  EXPECT_EQ(text.find(R"("event":"error")"), text.rfind(R"("event":"error")")) << "one line";
}

TEST(AStreamComponent, says_what_did_not_come_where_its_messaging_loses_nothing) {
  Printed printed;
  {
    Running<NumberKeeper> keeper(mode("ordered"));
    push(keeper.port("numbers_in"), 1, {10});
    push(keeper.port("numbers_in"), 4, {});
    EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(10));
  }
  EXPECT_THAT(printed.text(), HasSubstr("2 packets did not come to port 'numbers_in'"));
}

TEST_P(EachMode, brings_the_end_to_a_component_that_stalls_until_it_counts_as_dead) {
  Printed printed;
  Running<Staller> staller(mode(GetParam(), {{"queue_depth", "1"}}));
  Running<Counter> counter(mode(GetParam(), {{"call_timeout_ms", "30"}}));
  counter.connect("numbers_out", staller, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  while (counter.component().made < 10) std::this_thread::yield();
  staller.component().go_on();
  staller.component().wait_for_end();
}

/// What a component prints, as it comes.
class Lines {
 public:
  Lines() {
    int ends[2] = {};
    if (::pipe(ends) != 0) throw std::runtime_error("there is no pipe left");
    from_ = ::fdopen(ends[0], "r");
    to_ = ::fdopen(ends[1], "w");
  }
  ~Lines() {
    std::fclose(to_);
    std::fclose(from_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  [[nodiscard]] std::FILE* to() const noexcept { return to_; }
  void wait_for(std::string_view text) {
    std::string line;
    while (line.find(text) == std::string::npos) line = next();
  }

 private:
  std::string next() {
    std::string line;
    for (int c = std::getc(from_); c != EOF && c != '\n'; c = std::getc(from_))
      line.push_back(static_cast<char>(c));
    return line;
  }
  std::FILE* from_;
  std::FILE* to_;
};

TEST(AStreamComponent, says_that_the_end_cannot_be_sent) {
  Printed printed;
  Lines lines;
  Running<Staller> staller(mode("twoway"));
  Running<Counter> counter(CORBA::ORB_init(std::vector<std::string>{}),
                           mode("twoway", {{"call_timeout_ms", "10"}}), true, lines.to());
  counter.connect("numbers_out", staller, "numbers_in");
  ASSERT_TRUE(counter.component().start());
  lines.wait_for("does not take the end of the stream");
  lines.wait_for("end_is_lost");
  staller.component().go_on();
}

/// Makes the numbers 1 to 3 in each stream.
class Again final : public StreamComponent<test::NumbersOut> {
 public:
  std::vector<std::string> calls;            // of its hooks, in their order
  std::vector<std::uint64_t> first_numbers;  // of the first sample of each stream

 private:
  Outcome on_start() override {
    calls.emplace_back("start");
    made_ = 0;
    return {};
  }
  void on_stop() override { calls.emplace_back("stop"); }
  bool produce(Output& out) override {
    auto& number = out.metadata().sample_number;
    if (made_ == 0) first_numbers.push_back(*(number = number.value_or(0)));
    out.packet().push_back(++made_);
    return made_ < 3;
  }
  void finish(Output& out) override {
    calls.emplace_back("finish");
    out.packet().push_back(100);
  }
  std::int32_t made_ = 0;
};

// What a domain reads before it starts the application again.
void play_again(Running<Again>& source, Lines& lines) {
  lines.wait_for("end_of_stream");
  ASSERT_TRUE(source.component().stop());
  ASSERT_TRUE(source.component().start());
}

TEST(ASource, begins_another_stream_when_it_is_started_again_after_its_end) {
  Printed printed;
  Lines lines;
  Running<NumberKeeper> keeper;
  Running<Again> source(CORBA::ORB_init(), {}, true, lines.to());
  source.connect("numbers_out", keeper, "numbers_in");
  ASSERT_TRUE(source.component().start());
  EXPECT_THAT(keeper.component().wait_for_end(1), ElementsAre(1, 2, 3, 100));
  ASSERT_NO_FATAL_FAILURE(play_again(source, lines));
  EXPECT_THAT(keeper.component().wait_for_end(2), ElementsAre(1, 2, 3, 100, 1, 2, 3, 100));
  lines.wait_for("end_of_stream");
  EXPECT_THAT(source.component().calls, ElementsAre("start", "finish", "stop", "start", "finish"));
  EXPECT_THAT(source.component().first_numbers, ElementsAre(0, 0));
}

TEST(ASource, begins_no_other_stream_before_it_is_stopped) {
  Printed printed;
  Lines lines;
  Running<NumberKeeper> keeper;
  Running<Again> source(CORBA::ORB_init(), {}, true, lines.to());
  source.connect("numbers_out", keeper, "numbers_in");
  ASSERT_TRUE(source.component().start());
  lines.wait_for("end_of_stream");
  ASSERT_TRUE(source.component().start());
  EXPECT_THAT(source.component().calls, ElementsAre("start", "finish"));
  ASSERT_TRUE(source.component().stop());
  ASSERT_TRUE(source.component().start());
  lines.wait_for("end_of_stream");
  EXPECT_EQ(keeper.component().wait_for_end(2).size(), 8U);
  EXPECT_THAT(source.component().calls, ElementsAre("start", "finish", "stop", "start", "finish"));
}

/// Each number, and after it how many it is of the stream.
class Counted final : public StreamComponent<test::NumbersIn, test::NumbersOut> {
 public:
  Counted() : StreamComponent({}, State::none) {}

 private:
  void process(const Input& in, Output& out) override {
    out.packet().assign(in.samples().begin(), in.samples().end());
  }
  void finish(Output& out) override { out.packet().push_back(-1); }
};

TEST(ASource, that_begins_again_has_two_streams_in_a_parallel_component) {
  Printed printed;
  Lines lines;
  Running<NumberKeeper> keeper;
  Running<Counted> stage(mode("ordered", {{"parallel", "3"}}));
  Running<Again> source(CORBA::ORB_init(), {}, true, lines.to());
  stage.connect("numbers_out", keeper, "numbers_in");
  source.connect("numbers_out", stage, "numbers_in");
  ASSERT_TRUE(source.component().start());
  std::vector<std::int32_t> expected;
  for (int stream = 1; stream <= 20; ++stream) {
    for (const int number : {1, 2, 3, 100, -1}) expected.push_back(number);
    ASSERT_NO_FATAL_FAILURE(play_again(source, lines));
  }
  auto kept = keeper.component().wait_for_end(20);
  kept.resize(expected.size());  // the last stream may have begun
  EXPECT_EQ(kept, expected);
}

TEST(AStreamComponent, refuses_a_parameter_that_does_not_fit) {
  EXPECT_THROW(Running<Doubler>(mode("sideways")), std::invalid_argument);
  EXPECT_THROW(Running<Doubler>(Parameters{{"queue_depth", "0"}}), std::invalid_argument);
}

}  // namespace
}  // namespace orbweaver::component
