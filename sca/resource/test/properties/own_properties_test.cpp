// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/own_properties.hpp>

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace orbweaver::resource {
namespace {

CORBA::Any any_of(const std::string& text) {
  CORBA::Any new_any;
  new_any <<= text;
  return new_any;
}
CF::Properties asked_for(std::initializer_list<std::string> ids) {
  CF::Properties properties;
  for (const auto& text : ids) properties.emplace_back(text, CORBA::Any{});
  return properties;
}
const OwnProperties kOwn{{"own", [] { return any_of("mine"); }}};

TEST(OwnProperties, are_filled_in_beside_those_of_others) {
  auto asked = asked_for({"own", "theirs"});
  query(asked, kOwn, [](CF::Properties& rest) {
    ASSERT_EQ(rest.size(), 1U);
    rest.front().value(any_of("yours"));
  });
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[0].id(), "theirs");
  EXPECT_EQ(asked[1].id(), "own");
  std::string value;
  EXPECT_TRUE(asked[1].value() >>= value);
  EXPECT_EQ(value, "mine");
}

TEST(OwnProperties, are_not_listed_unless_asked_for) {
  CF::Properties asked;
  query(asked, kOwn, [](CF::Properties& rest) { rest.emplace_back("theirs", CORBA::Any{}); });
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].id(), "theirs");
}

TEST(OwnProperties, are_answered_alone_without_asking_others) {
  auto asked = asked_for({"own"});
  query(asked, kOwn, [](CF::Properties&) { ADD_FAILURE() << "others were asked"; });
  EXPECT_EQ(asked.size(), 1U);
}

TEST(OwnProperties, leave_the_list_as_it_is_if_another_is_unknown) {
  auto asked = asked_for({"own", "none"});
  EXPECT_THROW(query(asked, kOwn, [](CF::Properties& rest) { throw CF::UnknownProperties(rest); }),
               CF::UnknownProperties);
  EXPECT_FALSE(asked[0].value().has_value());
}

}  // namespace
}  // namespace orbweaver::resource
