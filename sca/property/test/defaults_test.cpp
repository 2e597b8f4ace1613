// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/defaults.hpp>

#include <gtest/gtest.h>

namespace orbweaver::property {
namespace {

Simple simple(std::string id, Type type, std::optional<std::string> value = {}) {
  Simple simple;
  simple.id = std::move(id);
  simple.shape.type = type;
  if (value) simple.value = Text{*value, {}};
  return simple;
}

StructProperty tuner() {
  StructProperty struct_property;
  struct_property.id = "tuner";
  struct_property.members = {simple("frequency", Type::double_, "1e9"),
                             simple("agc", Type::boolean)};
  return struct_property;
}

std::string text_of(const DefaultOutcome& outcome) {
  if (!outcome.faults.empty())
    return outcome.faults[0].property + ": " + outcome.faults[0].misfit.text;
  return outcome.value ? to_text(*outcome.value) : "none";
}

MemberValue member(std::string id, std::string value) {
  return {std::move(id), std::move(value), {}};
}

TEST(Default, a_property_without_a_value_has_none) {
  EXPECT_EQ(text_of(default_of(simple("gain", Type::short_), {})), "none");
  EXPECT_EQ(text_of(default_of(simple("gain", Type::short_, "3"), {})), "3");
}

TEST(Default, members_without_a_value_are_left_out_of_a_struct) {
  EXPECT_EQ(text_of(default_of(tuner(), {})), "{frequency: 1e+09}");
}

TEST(Default, every_item_that_does_not_fit_is_a_fault) {
  SimpleSequence taps;
  taps.id = "taps";
  taps.shape.type = Type::octet;
  taps.values = std::vector<Text>{{"1", {}}, {"256", {}}, {"x", {}}};
  const auto outcome = default_of(taps, {});
  EXPECT_FALSE(outcome.value);
  ASSERT_EQ(outcome.faults.size(), 2U);
  EXPECT_EQ(outcome.faults[1].misfit.text, "'x' is no whole number (octet), as 42 or 0x2A");
}

TEST(Default, a_structsequence_finds_its_struct_beside_it_or_within_it) {
  StructSequenceProperty channels;
  channels.id = "channels";
  channels.structrefid = "tuner";
  channels.values = {{{member("agc", "true")}, {}}};
  const std::vector<Property> all{tuner(), channels};
  EXPECT_EQ(text_of(default_of(channels, all)), "[{frequency: 1e+09, agc: true}]");
  EXPECT_EQ(text_of(default_of(channels, {})), "channels: there is no struct 'tuner'");
  channels.inner = tuner();
  EXPECT_EQ(text_of(default_of(channels, {})), "[{frequency: 1e+09, agc: true}]");
}

TEST(Override, members_that_it_leaves_out_keep_their_defaults) {
  const Override given{"tuner", StructValue{{member("agc", "0")}, {}}, {}};
  EXPECT_EQ(text_of(value_of(tuner(), {}, given)), "{frequency: 1e+09, agc: false}");
}

TEST(Override, a_blank_text_leaves_the_default_where_no_value_is_blank) {
  EXPECT_EQ(
      text_of(value_of(simple("gain", Type::short_, "3"), {}, {"gain", std::string{" "}, {}})),
      "3");
  EXPECT_EQ(text_of(value_of(simple("gain", Type::short_), {}, {"gain", std::string{}, {}})),
            "none");
  EXPECT_EQ(text_of(value_of(simple("label", Type::string, "x"), {}, {"label", std::string{}, {}})),
            "");
  const Override given{"tuner", StructValue{{member("frequency", "")}, {}}, {}};
  EXPECT_EQ(text_of(value_of(tuner(), {}, given)), "{frequency: 1e+09}");
}

TEST(Override, a_member_that_the_struct_lacks_is_a_fault) {
  const Override given{"tuner", StructValue{{member("bias", "0")}, {}}, {}};
  const auto outcome = value_of(tuner(), {}, given);
  ASSERT_EQ(outcome.faults.size(), 1U);
  EXPECT_EQ(outcome.faults[0].kind, DefaultFault::Kind::unknown_member);
  EXPECT_EQ(outcome.faults[0].misfit.text, "the struct has no member 'bias'");
}

TEST(Override, a_value_of_another_form_is_a_fault) {
  const auto gain = simple("gain", Type::short_);
  const Override given{"gain", std::vector<Text>{{"1", {}}}, {}};
  EXPECT_EQ(text_of(value_of(gain, {}, given)),
            "gain: it is a simple, and a value is given by simplesequenceref");
  EXPECT_EQ(text_of(value_of(tuner(), {}, {"tuner", std::string{"1"}, {}})),
            "tuner: it is a struct, and a value is given by simpleref");
}

TEST(Override, a_fault_names_property_and_member) {
  const Override given{"tuner", StructValue{{member("frequency", "high")}, {}}, {}};
  EXPECT_EQ(text_of(value_of(tuner(), {}, given)),
            "tuner.frequency: 'high' is no number (double), as 2.5 or 1e6");
}

TEST(Kinds, a_property_that_names_no_kind_is_of_kind_configure) {
  Kinds kinds;
  EXPECT_TRUE(kinds.has(Kind::configure));
  kinds.add(Kind::allocation);
  EXPECT_FALSE(kinds.has(Kind::configure));
  EXPECT_TRUE(kinds.has(Kind::allocation));
}

TEST(Find, the_last_of_one_id_counts) {
  const std::vector<Property> all{simple("a", Type::long_), simple("a", Type::string)};
  EXPECT_EQ(std::get<Simple>(*find(all, "a")).shape.type, Type::string);
  EXPECT_EQ(find(all, "b"), nullptr);
}

}  // namespace
}  // namespace orbweaver::property
