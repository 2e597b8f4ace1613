// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/profile/differences.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orbweaver::profile {
namespace {

using testing::ElementsAre, testing::IsEmpty;

property::Simple simple(std::string id, property::Type type, std::string value) {
  property::Simple simple;
  simple.id = std::move(id);
  simple.shape.type = type;
  simple.value = property::Text{std::move(value), {}};
  return simple;
}

TEST(Differences, are_none_between_the_same_properties_in_any_order) {
  const auto gain = simple("gain", property::Type::short_, "1");
  const auto name = simple("name", property::Type::string, "x");
  auto described = gain;
  described.description = "how loud";
  EXPECT_THAT(differences({gain, name}, {name, described}), IsEmpty());
}

TEST(Differences, are_named_with_what_both_sides_say) {
  const auto gain = simple("gain", property::Type::short_, "1");
  auto other = simple("gain", property::Type::long_, "2");
  other.shape.range = property::Range{"0", "9", {}};
  EXPECT_THAT(differences({gain}, {other}),
              ElementsAre("gain: type short here, long in the profile",
                          "gain: range none here, 0 to 9 in the profile",
                          "gain: value 1 here, 2 in the profile"));
}

TEST(Differences, are_properties_of_one_side_alone) {
  EXPECT_THAT(differences({simple("a", property::Type::short_, "1")},
                          {simple("b", property::Type::short_, "1")}),
              ElementsAre("a: not in the profile", "b: in the profile alone"));
}

TEST(Differences, are_kinds_and_modes) {
  auto configured = simple("a", property::Type::short_, "1");
  auto parameter = configured;
  parameter.kinds.add(property::Kind::execparam);
  parameter.mode = property::Mode::readonly;
  EXPECT_THAT(differences({configured}, {parameter}),
              ElementsAre("a: kinds configure here, execparam in the profile",
                          "a: mode readwrite here, readonly in the profile"));
}

}  // namespace
}  // namespace orbweaver::profile
