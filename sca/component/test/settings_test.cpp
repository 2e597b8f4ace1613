// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/settings.hpp>
#include <orbweaver/resource/property_store.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <stdexcept>

namespace orbweaver::component {
namespace {

struct Alarm {
  float level = -90;
  std::string text = "too quiet";

  void describe(Describer& property) {
    property("level", level, {.units = "dB"});
    property("text", text);
  }
};

struct EachForm {
  float gain = 1.5F;
  std::uint32_t size = 1024;
  std::string mode = "fast";
  std::complex<float> phase{1, -1};
  std::optional<std::string> file;
  std::vector<std::int16_t> taps{1, 2, 1};
  Alarm alarm;
  std::vector<Alarm> alarms{{-10, "loud"}};

  void describe(Describer& property) {
    property("gain", gain, {.description = "amplification", .units = "dB", .range = {{0, 60}}});
    property("size", size, {.kind = property::Kind::execparam});
    property("mode", mode, {.enumeration = {"fast", "good"}});
    property("phase", phase);
    property("file", file);
    property("taps", taps, {.description = "of the filter"});
    property("alarm", alarm);
    property("alarms", alarms, {.item = "alarm_of_many"});
  }
};

class OfEachForm : public testing::Test {
 protected:
  std::vector<const void*> read(const std::vector<std::string>& ids = {}) {
    return detail::read_members(&detail::describe_settings<EachForm>, &settings, store, ids);
  }
  resource::PropertyStore store{definitions_of<EachForm>()};
  EachForm settings;
};

TEST_F(OfEachForm, definitions_have_the_members_as_defaults) {
  EXPECT_TRUE(store.faults().empty());
  const auto value = [&](const char* id) { return property::to_text(**store.get(id)); };
  EXPECT_EQ(value("gain"), "1.5");
  EXPECT_EQ(value("size"), "1024");
  EXPECT_EQ(value("mode"), "fast");
  EXPECT_EQ(value("phase"), "1-j1");
  EXPECT_EQ(value("taps"), "[1, 2, 1]");
  EXPECT_EQ(*store.get("file"), std::nullopt);
  EXPECT_EQ(value("alarm"), "{level: -90, text: too quiet}");
  EXPECT_EQ(value("alarms"), "[{level: -10, text: loud}]");
}

TEST_F(OfEachForm, definitions_have_the_details) {
  const auto all = definitions_of<EachForm>();
  const auto& gain = std::get<property::Simple>(all.front());
  EXPECT_EQ(gain.description, "amplification");
  EXPECT_EQ(gain.units, "dB");
  EXPECT_EQ(gain.shape.range->max, "60");
  EXPECT_TRUE(store.is_parameter("size"));
  EXPECT_EQ(store.configure({{"gain", property::Scalar{61.0F}}}).size(), 1U);
  EXPECT_EQ(store.configure({{"mode", property::Scalar{std::string{"none"}}}}).size(), 1U);
  EXPECT_EQ(std::get<property::StructSequenceProperty>(all.back()).structrefid, "alarm_of_many");
}

TEST_F(OfEachForm, members_get_what_was_configured) {
  ASSERT_TRUE(store
                  .configure({{"gain", property::Scalar{3.0F}},
                              {"alarms", property::StructSequence{}},
                              {"alarm", property::Struct{{{"level", property::Scalar{1.0F}}}}}})
                  .empty());
  const auto read_ones = read({"gain", "alarms"});
  EXPECT_EQ(read_ones, (std::vector<const void*>{&settings.gain, &settings.alarms}));
  EXPECT_EQ(settings.gain, 3);
  EXPECT_TRUE(settings.alarms.empty());
  EXPECT_EQ(settings.alarm.level, -90) << "it was not asked for";
  EXPECT_EQ(read().size(), 7U) << "the file has no value";
  EXPECT_EQ(settings.file, std::nullopt);
  ASSERT_TRUE(store.set("file", property::Scalar{std::string{"a.wav"}}));
  EXPECT_EQ(read().size(), 8U);
  EXPECT_EQ(settings.file, "a.wav");
  EXPECT_EQ(settings.alarm.level, 1);
  EXPECT_EQ(settings.alarm.text, "too quiet");
}

TEST_F(OfEachForm, changes_are_known_by_their_members) {
  const Changed changed{read({"taps"})};
  EXPECT_TRUE(changed(settings.taps));
  EXPECT_FALSE(changed(settings.gain));
}

struct TwoOfOneName {
  int a = 0, b = 0;
  void describe(Describer& property) {
    property("a", a);
    property("a", b);
  }
};

struct WithASequence {
  std::vector<float> taps;
  void describe(Describer& property) { property("taps", taps); }
};
struct WithAStructWithASequence {
  WithASequence filter;
  void describe(Describer& property) { property("filter", filter); }
};

template <class S>
std::string refusal() {
  try {
    (void)definitions_of<S>();
    return {};
  } catch (const std::logic_error& error) {
    return error.what();
  }
}

TEST(Settings, of_one_name_are_refused) {
  EXPECT_EQ(refusal<TwoOfOneName>(), "settings: two properties have the id 'a'");
}

TEST(Settings, with_a_sequence_in_a_struct_say_what_to_do) {
  EXPECT_EQ(refusal<WithAStructWithASequence>(),
            "settings: the struct 'filter' has the member 'taps', which is a simplesequence: a "
            "struct of SCA 2.2.2 has simple members alone; make it a property of its own, or a "
            "sequence of structs");
}

}  // namespace
}  // namespace orbweaver::component
