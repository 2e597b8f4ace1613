// SPDX-License-Identifier: Apache-2.0
// The bench that writers of components test them on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/component/testing/bench.hpp>

#include <complex>
#include <string>

#include "numbers.hpp"

namespace orbweaver::component::test {
namespace {

using testing::Bench;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct ScalerSettings {
  std::int32_t factor = 2;
  std::vector<std::int32_t> offsets{0};

  void describe(Describer& property) {
    property("factor", factor, {.range = {{1, 100}}});
    property("offsets", offsets);
  }
};

/// Throws at the number 13.
class Scaler final : public StreamComponent<NumbersIn, NumbersOut, Settings<ScalerSettings>> {
  Outcome on_settings(const Changed&) override {
    if (settings().offsets.empty()) return refuse("there must be one");
    return {};
  }
  void process(const Input& in, Output& out) override {
    auto& scaled = out.packet();
    for (const auto sample : in.samples()) {
      if (sample == 13) throw std::runtime_error("13 is no good");
      scaled.push_back(settings().factor * sample + settings().offsets.front());
    }
  }
};

using IqIn = In<"iq_in", standardInterfaces::complexFloat>;
using IqOut = Out<"iq_out", standardInterfaces::complexFloat>;

class Conjugator final : public StreamComponent<IqIn, IqOut> {
  void process(const Input& in, Output& out) override {
    auto& packet = out.packet();
    packet.resize(in.I().size());
    for (std::size_t i = 0; i < in.I().size(); ++i) {
      packet.I[i] = in.I()[i];
      packet.Q[i] = -in.Q()[i];
    }
  }
};

TEST(ABench, feeds_a_component_and_takes_what_it_makes) {
  Bench<Scaler> scaler({{"factor", "3"}});
  scaler.push({1, 2});
  scaler.push({4});
  EXPECT_THAT(scaler.take(), ElementsAre(3, 6));
  EXPECT_THAT(scaler.take<NumbersOut>(), ElementsAre(12));
}

TEST(ABench, takes_all_samples_up_to_the_end_of_the_stream) {
  Bench<Scaler> scaler;
  scaler.push({1, 2});
  scaler.push<NumbersIn>({3});
  scaler.end();
  EXPECT_THAT(scaler.all(), ElementsAre(2, 4, 6));
  EXPECT_THAT([&] { (void)scaler.take(); },
              ThrowsMessage<std::runtime_error>(
                  HasSubstr("numbers_out: the stream is over, and no packet is left")));
}

TEST(ABench, has_complex_samples) {
  Bench<Conjugator> conjugator;
  conjugator.push({.I = {1, 2}, .Q = {3, 4}});
  const auto result = conjugator.take();
  EXPECT_THAT(result.I, ElementsAre(1, 2));
  EXPECT_THAT(result.Q, ElementsAre(-3, -4));
}

TEST(ABench, has_each_of_several_ports) {
  Bench<Mixer> mixer;
  mixer.push<Mixer::Left>({7, 8});
  mixer.push<OctetsIn>({1, 2, 3});
  EXPECT_THAT(mixer.take<NumbersOut>(), ElementsAre(7, 8));
  EXPECT_THAT(mixer.take<OctetsOut>(), ElementsAre(1, 2, 3));
  mixer.end();
  EXPECT_TRUE(mixer.all<OctetsOut>().empty());
}

TEST(ABench, runs_a_source_to_its_end) {
  Bench<Counter> counter({{"count", "2000"}});
  EXPECT_THAT(counter.take(), ElementsAre(1));
  EXPECT_EQ(counter.all().size(), 1999U);
  counter.wait_for_end();
  EXPECT_THAT(counter.lines().front(), HasSubstr(R"("made":2000)"));
}

TEST(ABench, may_end_while_a_source_waits_for_its_packets_to_be_taken) {
  Bench<Counter> counter({{"count", "1000000"}});
  EXPECT_THAT(counter.take(), ElementsAre(1));
}

TEST(ABench, knows_when_a_sink_is_through) {
  Bench<NumberKeeper> keeper;
  keeper.push({1, 2});
  keeper.end();
  keeper.wait_for_end();
  EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(1, 2));
}

TEST(ABench, sets_properties_while_the_component_runs) {
  Bench<Scaler> scaler;
  scaler.set("factor", std::int32_t{5});
  scaler.set("offsets", std::vector<std::int32_t>{100});
  scaler.push({1});
  EXPECT_THAT(scaler.take(), ElementsAre(105));
  EXPECT_EQ(scaler.get<std::int32_t>("factor"), 5);
  EXPECT_THAT([&] { scaler.set("offsets", std::vector<std::int32_t>{}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("there must be one")));
  EXPECT_THAT([&] { (void)scaler.get<float>("factor"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("factor")));
}

TEST(ABench, refuses_properties_that_the_component_does_not_have_or_take) {
  const auto made_with = [](testing::Properties given) { return [=] { Bench<Scaler> _{given}; }; };
  EXPECT_THAT(made_with({{"gain", "1"}}),
              ThrowsMessage<std::invalid_argument>(
                  HasSubstr("gain: the component has no such property, but factor, offsets, ")));
  EXPECT_THAT(made_with({{"factor", "101"}}),
              ThrowsMessage<std::invalid_argument>(HasSubstr("factor: 101")));
  EXPECT_THAT(made_with({{"offsets", "1"}}),
              ThrowsMessage<std::invalid_argument>(HasSubstr("it is a simplesequence")));
  EXPECT_THAT(made_with({{"queue_depth", "0"}}),
              ThrowsMessage<std::invalid_argument>(HasSubstr("queue_depth")));
}

TEST(ABench, says_what_a_component_that_failed_said_of_it) {
  Bench<Scaler> scaler;
  scaler.push({13});
  scaler.end();
  scaler.wait_for_end();
  EXPECT_THAT([&] { (void)scaler.take(); },
              ThrowsMessage<std::runtime_error>(HasSubstr("13 is no good")));
}

TEST(ABench, feeds_every_messaging_mode) {
  for (const char* mode : {"oneway-worker", "twoway", "twoway-worker", "ordered"}) {
    Bench<Scaler> scaler({{"messaging", mode}});
    for (int i = 1; i <= 3; ++i) scaler.push({i});
    scaler.end();
    EXPECT_THAT(scaler.all(), ElementsAre(2, 4, 6)) << mode;
  }
}

}  // namespace
}  // namespace orbweaver::component::test
