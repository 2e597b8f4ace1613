// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/option_properties.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace orbweaver::device {
namespace {

CORBA::Any value(const std::string& id, const std::string& text) {
  const auto new_option_properties = option_properties({{id, text}});
  return new_option_properties.at(0).id() == id ? new_option_properties.at(0).value()
                                                : CORBA::Any{};
}

template <class T>
T number(const std::string& id, const std::string& text) {
  T found{};
  EXPECT_TRUE(value(id, text) >>= found) << id << "=" << text;
  return found;
}

TEST(OptionProperties, are_numbers_where_the_standard_has_numbers) {
  EXPECT_EQ(number<std::uint32_t>("PRIORITY", "10"), 10U);
  EXPECT_EQ(number<std::uint32_t>("STACK_SIZE", "65536"), 65536U);
  EXPECT_EQ(number<std::int32_t>("PRIORITY", "-5"), -5);
  EXPECT_EQ(number<std::uint64_t>("STACK_SIZE", "8589934592"), 8589934592U);
}

TEST(OptionProperties, are_texts_otherwise) {
  EXPECT_EQ(number<std::string>("CORE_AFFINITY", "1"), "1");
  EXPECT_EQ(number<std::string>("PRIORITY", "high"), "high") << "the device refuses it";
  EXPECT_TRUE(option_properties({}).empty());
}

}  // namespace
}  // namespace orbweaver::device
