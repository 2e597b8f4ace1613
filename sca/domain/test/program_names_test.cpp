// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/program_names.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "odd_names.hpp"

namespace orbweaver::domain {
namespace {

TEST(NamesOfPrograms, are_never_given_twice) {
  ProgramNames names;
  const auto first = names.add("rx", {1, "radio", "rx:radio", "rx"});
  const auto second = names.add("rx", {2, "radio", "rx:radio", "rx"});
  EXPECT_NE(first, second);
  EXPECT_EQ(names.find(first)->application, 1U);
  EXPECT_EQ(names.find(second)->application, 2U);
  EXPECT_FALSE(names.find("rx"));
}

TEST(NamesOfPrograms, are_ids_that_every_naming_service_and_code_set_has) {
  ProgramNames names;
  for (const auto odd_name : kOddNames) {
    const auto name = names.add(std::string{odd_name}, {1, "radio", "rx:radio", "rx"});
    EXPECT_EQ(name.find_first_of("/.\\ "), std::string::npos) << name;
    EXPECT_TRUE(std::ranges::all_of(name, [](char c) { return c > 0x20 && c < 0x7f; })) << name;
  }
}

TEST(NamesOfPrograms, are_kept_a_while_for_what_was_printed_last) {
  ProgramNames names;
  const auto first = names.add("rx", {1, "radio", "rx:radio", "rx"});
  names.retire(1);
  names.retire(1);
  EXPECT_EQ(names.find(first)->instantiation, "rx");
  for (std::uint64_t i = 2; i < 1000; ++i) {
    (void)names.add("rx", {i, "radio", "rx:radio", "rx"});
    names.retire(i);
  }
  EXPECT_FALSE(names.find(first));
  const auto living = names.add("rx", {1000, "radio", "rx:radio", "rx"});
  EXPECT_TRUE(names.find(living));
}

}  // namespace
}  // namespace orbweaver::domain
