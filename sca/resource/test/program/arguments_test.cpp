// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/program/arguments.hpp>

#include <gtest/gtest.h>

namespace orbweaver::resource {
namespace {

using Words = std::vector<std::string>;

std::string fault_of(const Words& words) {
  const auto arguments = parse_arguments(words);
  return arguments ? "none" : arguments.error();
}

TEST(TheArguments, are_pairs_of_an_id_and_a_value) {
  const auto arguments = parse_arguments(
      Words{"NAMING_CONTEXT_IOR", "IOR:01", "debug", "1", "NAME_BINDING", "radio_1",
            "COMPONENT_IDENTIFIER", "DCE:1:app", "PROFILE_NAME", "/radio.spd.xml", "unknown", ""});
  ASSERT_TRUE(arguments) << arguments.error();
  EXPECT_EQ(arguments->naming_context, "IOR:01");
  EXPECT_EQ(arguments->name_binding, "radio_1");
  EXPECT_EQ(arguments->identifier, "DCE:1:app");
  EXPECT_EQ(arguments->profile, "/radio.spd.xml");
  EXPECT_EQ(arguments->parameters, (std::vector<ExecParameter>{{"debug", "1"}, {"unknown", ""}}));
}

TEST(TheArguments, need_no_naming_context) {
  const auto arguments = parse_arguments(Words{"COMPONENT_IDENTIFIER", "a"});
  ASSERT_TRUE(arguments);
  EXPECT_TRUE(arguments->naming_context.empty());
  EXPECT_TRUE(arguments->parameters.empty());
}

TEST(TheArguments, may_have_dashes_before_the_ids_of_the_standard) {
  const auto arguments = parse_arguments(Words{"-COMPONENT_IDENTIFIER", "a", "-x", "1"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->identifier, "a");
  EXPECT_EQ(arguments->parameters, (std::vector<ExecParameter>{{"-x", "1"}}));
}

TEST(TheArguments, give_the_last_value_of_a_parameter) {
  const auto arguments =
      parse_arguments(Words{"COMPONENT_IDENTIFIER", "a", "x", "1", "x", "2", "", "3"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(*arguments->find("x"), "2");
  EXPECT_EQ(*arguments->find(""), "3");
  EXPECT_EQ(arguments->find("y"), nullptr);
}

TEST(TheArguments, say_in_one_line_what_is_wrong) {
  EXPECT_EQ(fault_of({}), "COMPONENT_IDENTIFIER is missing: give it and a value");
  EXPECT_EQ(fault_of({"COMPONENT_IDENTIFIER"}),
            "'COMPONENT_IDENTIFIER' has no value: arguments are pairs of an id and a value");
  EXPECT_EQ(fault_of({"COMPONENT_IDENTIFIER", ""}), "COMPONENT_IDENTIFIER has an empty value");
  EXPECT_EQ(fault_of({"NAME_BINDING", "a", "NAME_BINDING", "b"}), "NAME_BINDING is given twice");
  EXPECT_EQ(fault_of({"COMPONENT_IDENTIFIER", "a", "NAME_BINDING", "b"}),
            "NAMING_CONTEXT_IOR and NAME_BINDING belong together: give both or neither");
}

}  // namespace
}  // namespace orbweaver::resource
