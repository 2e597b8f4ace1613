// SPDX-License-Identifier: Apache-2.0
// Settings of a component at work: when on_settings() and on_start() run, what they may refuse,
// what packets see of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "numbers.hpp"
#include "running_component.hpp"

namespace orbweaver::component::test {
namespace {

using ::testing::ElementsAre;
using testing::Running;

struct ScalerSettings {
  std::int32_t factor = 2;
  std::int32_t seen = 0;
  std::vector<std::int32_t> offsets{0};

  void describe(Describer& property) {
    property("factor", factor, {.range = {{1, 100}}});
    property("seen", seen, {.mode = property::Mode::readonly});
    property("offsets", offsets);
  }
};

class Scaler final : public StreamComponent<NumbersIn, NumbersOut, Settings<ScalerSettings>> {
 public:
  std::vector<std::string> calls;

 private:
  Outcome on_settings(const Changed& changed) override {
    std::string call = "settings";
    if (changed(settings().factor)) call += " factor=" + std::to_string(settings().factor);
    if (changed(settings().offsets)) call += " offsets";
    calls.push_back(call);
    if (settings().offsets.empty()) return refuse("offsets: there must be one");
    return {};
  }
  Outcome on_start() override {
    calls.emplace_back("start");
    return {};
  }
  void process(const Input& in, Output& out) override {
    if (calls.back() != "process") calls.emplace_back("process");
    for (const auto sample : in.samples())
      out.packet().push_back(settings().factor * sample + settings().offsets.front());
    publish(&ScalerSettings::seen, settings().seen + 1);
  }
};

property::Field number(const char* id, std::int32_t value) { return {id, property::Scalar{value}}; }
property::Field no_offsets() {
  return {"offsets", property::Sequence{property::Type::long_, false, {}}};
}

class AScaler : public ::testing::Test {
 protected:
  AScaler() {
    scaler.connect("numbers_out", keeper, "numbers_in");
    counter.connect("numbers_out", scaler, "numbers_in");
    (void)counter.component().set<std::uint32_t>("count", 3);
  }
  ~AScaler() override { counter.end(); }
  [[nodiscard]] std::vector<std::string>& calls() { return scaler.component().calls; }
  auto configure(std::vector<property::Field> given) {
    return scaler.component().properties()->configure(given);
  }

  Running<NumberKeeper> keeper;
  Running<Scaler> scaler;
  Running<Counter> counter;
};

TEST_F(AScaler, has_its_settings_before_it_is_started) {
  EXPECT_THAT(calls(), ElementsAre("settings factor=2 offsets"));
  EXPECT_TRUE(configure({number("factor", 5)}).empty());
  EXPECT_THAT(calls(), ElementsAre("settings factor=2 offsets", "settings factor=5"));
  ASSERT_TRUE(scaler.component().start());
  ASSERT_TRUE(counter.component().start());
  EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(5, 10, 15));
}

TEST_F(AScaler, is_started_by_its_first_packet_if_nobody_does) {
  ASSERT_TRUE(counter.component().start());
  EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(2, 4, 6));
  EXPECT_THAT(calls(), ElementsAre("settings factor=2 offsets", "start", "process"));
  ASSERT_TRUE(scaler.component().start());
  EXPECT_EQ(calls().back(), "process") << "it has started already";
}

TEST_F(AScaler, keeps_all_old_values_if_it_refuses_new_ones) {
  const auto rejected = configure({number("factor", 7), no_offsets()});
  ASSERT_EQ(rejected.size(), 2U);
  EXPECT_EQ(rejected[1].refusal.text, "offsets: there must be one");
  EXPECT_EQ(scaler.component().settings().factor, 2);
  EXPECT_EQ(scaler.component().get<std::int32_t>("factor"), 2);
  ASSERT_TRUE(counter.component().start());
  EXPECT_THAT(keeper.component().wait_for_end(), ElementsAre(2, 4, 6));
}

TEST_F(AScaler, takes_what_fits_beside_what_does_not) {
  EXPECT_EQ(configure({number("factor", 0),
                       {"offsets",
                        property::Sequence{
                            property::Type::long_, false, {property::Scalar{std::int32_t{1}}}}}})
                .size(),
            1U);
  EXPECT_EQ(scaler.component().settings().factor, 2);
  EXPECT_EQ(scaler.component().settings().offsets.front(), 1);
}

TEST_F(AScaler, publishes_what_it_has_seen) {
  ASSERT_TRUE(counter.component().start());
  (void)keeper.component().wait_for_end();
  EXPECT_EQ(scaler.component().get<std::int32_t>("seen"), 3);
}

TEST_F(AScaler, starts_anew_after_a_stop) {
  ASSERT_TRUE(scaler.component().start());
  ASSERT_TRUE(scaler.component().stop());
  ASSERT_TRUE(scaler.component().start());
  EXPECT_THAT(calls(), ElementsAre("settings factor=2 offsets", "start", "start"));
}

struct SettingsLikeThoseOfMessaging {
  std::string messaging = "mine";
  void describe(Describer& property) { property("messaging", messaging); }
};
class Clash final : public StreamComponent<NumbersIn, Settings<SettingsLikeThoseOfMessaging>> {
  void process(const Input&, Output&) override {}
};

TEST(AComponentWithSettings, of_one_id_with_those_of_messaging_says_so) {
  try {
    const Clash clash;
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::logic_error& error) {
    EXPECT_STREQ(error.what(),
                 "two properties of the component have the id 'messaging', those of messaging "
                 "included: give one another id");
  }
}

class Refuser final : public StreamComponent<NumbersIn, Settings<ScalerSettings>> {
  Outcome on_settings(const Changed&) override { return refuse("it takes none"); }
  void process(const Input&, Output&) override {}
};

TEST(AComponentWithSettings, that_refuses_its_parameters_is_not_made) {
  EXPECT_THROW(Running<Refuser>{}, std::invalid_argument);
}

}  // namespace
}  // namespace orbweaver::component::test
