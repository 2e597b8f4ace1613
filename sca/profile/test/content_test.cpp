// SPDX-License-Identifier: Apache-2.0
#include "grammar/content.hpp"

#include <gtest/gtest.h>

#include "grammar/compiled.hpp"

namespace orbweaver::profile::grammar {
namespace {

std::string held(std::string_view model, std::vector<std::string_view> children) {
  const auto content = parse_content(model);
  const auto found = departure(content, children);
  return found ? std::to_string(found->child) + ": " + found->expected : "kept";
}

TEST(Content, order_and_number_are_held) {
  constexpr std::string_view kModel = "a?, b, c*, d+";
  EXPECT_EQ(held(kModel, {"a", "b", "c", "c", "d"}), "kept");
  EXPECT_EQ(held(kModel, {"b", "d", "d"}), "kept");
  EXPECT_EQ(held(kModel, {"a", "c"}), "1: b");
  EXPECT_EQ(held(kModel, {"a", "b"}), "2: d");
  EXPECT_EQ(held(kModel, {"b", "d", "c"}), "2: nothing more");
  EXPECT_EQ(held(kModel, {}), "0: a or b");
}

TEST(Content, choices_are_held) {
  constexpr std::string_view kModel = "a, (b | c | (d, e))+";
  EXPECT_EQ(held(kModel, {"a", "c", "d", "e", "b"}), "kept");
  EXPECT_EQ(held(kModel, {"a"}), "1: b, c or d");
  EXPECT_EQ(held(kModel, {"a", "d"}), "2: e");
  EXPECT_EQ(held("(a | b)*", {}), "kept");
  EXPECT_EQ(held("a | b", {"a", "b"}), "1: nothing more");
}

TEST(Content, nothing_and_text_hold_no_elements) {
  EXPECT_EQ(held("", {}), "kept");
  EXPECT_EQ(held("", {"a"}), "0: nothing more");
  EXPECT_EQ(held("text", {}), "kept");
  EXPECT_EQ(held("text", {"a"}), "0: nothing more");
}

// The names of the tables are strings: a misspelt one would make an element unknown.
TEST(Tables, every_element_that_a_rule_names_has_a_rule) {
  for (const auto& kind : all_tables()) {
    const auto* rules = rules_of(kind.root);
    ASSERT_NE(rules, nullptr);
    ASSERT_TRUE(rules->contains(kind.root));
    for (const auto& [element, rule] : *rules)
      for (const auto* names : {&rule.listed, &rule.more})
        for (const auto name : *names)
          EXPECT_TRUE(rules->contains(name)) << kind.kind << " " << element << " " << name;
  }
}

}  // namespace
}  // namespace orbweaver::profile::grammar
