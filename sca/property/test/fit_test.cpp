// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/fit.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace orbweaver::property {
namespace {

Shape ranged(Type type, std::string min, std::string max) {
  return {type, false, Range{std::move(min), std::move(max), {}}, {}};
}

Shape modes() { return {Type::ushort, false, std::nullopt, {{"AM", "0", {}}, {"FM", "1", {}}}}; }

TEST(Fit, both_ends_of_a_range_belong_to_it) {
  const auto shape = ranged(Type::short_, "-10", "10");
  EXPECT_TRUE(parse_item(shape, "-10"));
  EXPECT_TRUE(parse_item(shape, "10"));
  const auto above = parse_item(shape, "11");
  ASSERT_FALSE(above);
  EXPECT_EQ(above.error(),
            (Misfit{Misfit::Cause::out_of_range, "11 is outside the range -10 to 10"}));
}

TEST(Fit, nan_and_infinity_lie_in_no_range_that_does_not_name_them) {
  for (const auto type : {Type::float_, Type::double_}) {
    const auto shape = ranged(type, "0", "1");
    for (const auto* const text : {"nan", "-nan", "inf", "-inf"}) {
      const auto item = parse_item(shape, text);
      ASSERT_FALSE(item) << text;
      EXPECT_EQ(item.error().cause, Misfit::Cause::out_of_range);
    }
    EXPECT_TRUE(parse_item(ranged(type, "-inf", "inf"), "inf"));
    EXPECT_FALSE(parse_item(ranged(type, "-inf", "inf"), "nan"));
    EXPECT_TRUE(parse_item({type, false, std::nullopt, {}}, "nan")) << "no range, no bound";
  }
}

TEST(Fit, a_value_that_came_by_a_call_is_compared_like_a_text) {
  const auto shape = ranged(Type::double_, "0", "1");
  EXPECT_FALSE(fits(shape, Item{Scalar{std::numeric_limits<double>::quiet_NaN()}}));
  EXPECT_TRUE(fits(shape, Item{Scalar{1.0}}));
}

TEST(Fit, a_range_to_nan_is_reported) {
  const auto faults = check_shape(ranged(Type::double_, "0", "nan"));
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].text, "range 0 to nan: NaN bounds nothing");
}

TEST(Fit, a_value_that_is_not_enumerated_is_refused_with_the_choices) {
  EXPECT_TRUE(parse_item(modes(), "0x1"));
  const auto label = parse_item(modes(), "2");
  ASSERT_FALSE(label);
  EXPECT_EQ(label.error(), (Misfit{Misfit::Cause::not_enumerated,
                                   "'2' is no choice; choose from 0 (AM), 1 (FM)"}));
}

TEST(Fit, a_value_of_another_type_is_refused) {
  const auto fit = fits(modes(), Item{Scalar{std::int32_t{1}}});
  ASSERT_FALSE(fit);
  EXPECT_EQ(fit.error().text, "1 is a long, not a ushort");
  EXPECT_FALSE(fits({Type::float_, true, {}, {}}, Item{Scalar{1.0F}}));
  EXPECT_TRUE(fits({Type::float_, true, {}, {}}, Item{Complex{1.0F, 2.0F}}));
}

TEST(Fit, a_shape_whose_own_bounds_cannot_be_read_bounds_nothing_and_is_reported) {
  const auto shape = ranged(Type::short_, "low", "70000");
  EXPECT_TRUE(parse_item(shape, "5"));
  ASSERT_EQ(check_shape(shape).size(), 2U);
  EXPECT_EQ(check_shape(shape)[1].text, "range max: 70000 does not fit short (-32768 to 32767)");
  EXPECT_EQ(check_shape(ranged(Type::short_, "2", "1")).at(0).text, "range min 2 is above max 1");
  const Shape labels{Type::long_, false, {}, {{"slow", "slow", {}}}};
  EXPECT_EQ(check_shape(labels).at(0).text,
            "enumeration slow: 'slow' is no whole number (long), as 42 or 0x2A");
}

TEST(Fit, a_property_of_each_form_takes_values_of_its_own) {
  Simple width;
  width.id = "width";
  width.shape = ranged(Type::short_, "0", "9");
  SimpleSequence taps;
  taps.id = "taps";
  taps.shape = {Type::float_, false, {}, {}};
  StructProperty filter;
  filter.id = "filter";
  filter.members = {width, taps};
  StructSequenceProperty filters;
  filters.id = "filters";
  filters.structrefid = "filter";
  const std::vector<Property> all{width, taps, filter, filters};
  const auto fit = [&](std::size_t i, const Value& value) {
    return fits(all[i], all, value).has_value();
  };
  const Value five{Scalar{std::int16_t{5}}}, ten{Scalar{std::int16_t{10}}};
  const Value some{Sequence{Type::float_, false, {Scalar{1.0F}}}};
  EXPECT_TRUE(fit(0, five));
  EXPECT_FALSE(fit(0, ten));
  EXPECT_FALSE(fit(0, some));
  EXPECT_TRUE(fit(1, some));
  EXPECT_TRUE(fit(1, Sequence{Type::float_, false, {}}));
  EXPECT_FALSE(fit(1, Sequence{Type::double_, false, {}}));
  EXPECT_FALSE(fit(1, five));
  const Struct good{{{"width", five}, {"taps", some}}}, bad{{{"width", ten}}}, odd{{{"x", five}}};
  EXPECT_TRUE(fit(2, good));
  EXPECT_TRUE(fit(2, Struct{})) << "members may be left out";
  EXPECT_FALSE(fit(2, bad));
  EXPECT_FALSE(fit(2, odd));
  EXPECT_FALSE(fit(2, five));
  EXPECT_TRUE(fit(3, StructSequence{{good, good}}));
  EXPECT_FALSE(fit(3, StructSequence{{good, bad}}));
  EXPECT_FALSE(fit(3, good));
}

}  // namespace
}  // namespace orbweaver::property
