// SPDX-License-Identifier: Apache-2.0
#include "definitions.hpp"

#include <orbweaver/resource/component.hpp>

#include <gtest/gtest.h>

namespace orbweaver::resource {
namespace {

using Cause = Refusal::Cause;
using property::Struct, property::StructSequence, property::Type;

property::Simple complex_simple() {
  auto simple = test::simple("offset", Type::float_, "1+j2");
  simple.shape.complex = true;
  return simple;
}
property::SimpleSequence flags() {
  property::SimpleSequence simple_sequence;
  simple_sequence.id = "flags";
  simple_sequence.shape.type = Type::boolean;
  return simple_sequence;
}
std::vector<property::Property> all() {
  auto definitions = test::definitions();
  definitions.emplace_back(complex_simple());
  definitions.emplace_back(flags());
  return definitions;
}

class ATypedProperty : public testing::Test {
 protected:
  Component component{all()};
};

TEST_F(ATypedProperty, is_read_and_written_as_its_cpp_type) {
  EXPECT_EQ(component.get<float>("gain"), 1.5F);
  EXPECT_TRUE(component.set("gain", 2.5F));
  EXPECT_EQ(component.get<float>("gain"), 2.5F);
  EXPECT_TRUE(component.set("band", std::string{"narrow"}));
  EXPECT_EQ(component.get<std::string>("band"), "narrow");
}

TEST_F(ATypedProperty, may_be_complex_or_a_sequence) {
  using Complex = std::complex<float>;
  EXPECT_EQ(component.get<Complex>("offset"), (Complex{1, 2}));
  EXPECT_TRUE(component.set("offset", Complex{3, 4}));
  EXPECT_EQ(component.get<Complex>("offset"), (Complex{3, 4}));
  EXPECT_TRUE(component.set("taps", std::vector<std::int32_t>{5, 6}));
  EXPECT_EQ(component.get<std::vector<std::int32_t>>("taps"), (std::vector<std::int32_t>{5, 6}));
  EXPECT_TRUE(component.set("flags", std::vector<bool>{true, false}));
  EXPECT_EQ(component.get<std::vector<bool>>("flags"), (std::vector<bool>{true, false}));
}

TEST_F(ATypedProperty, may_be_a_struct_or_a_sequence_of_them) {
  const auto filter = component.get<Struct>("filter");
  ASSERT_TRUE(filter);
  EXPECT_EQ(filter->fields.size(), 2U);
  EXPECT_TRUE(component.set("channels", StructSequence{{*filter}}));
  EXPECT_EQ(component.get<StructSequence>("channels")->items.size(), 1U);
}

TEST_F(ATypedProperty, is_refused_as_another_type) {
  EXPECT_EQ(component.get<double>("gain").error().cause, Cause::wrong_type);
  EXPECT_EQ(component.get<std::vector<float>>("taps").error().cause, Cause::wrong_type);
  EXPECT_EQ(component.get<std::string>("volume").error().cause, Cause::unknown);
  EXPECT_EQ(component.get<std::int16_t>("later").error().text, "later: it has no value yet");
  EXPECT_EQ(component.set("gain", 1.0).error().cause, Cause::wrong_type);
  EXPECT_EQ(component.set("gain", 61.0F).error().cause, Cause::out_of_range);
}

}  // namespace
}  // namespace orbweaver::resource
