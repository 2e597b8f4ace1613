// SPDX-License-Identifier: Apache-2.0
// In this program, which holds Orbweaver's code itself. That libraries are loaded is seen where
// programs link the shared one: tests/security.
#include <orbweaver/os/loaded_part.hpp>

#include <gmock/gmock.h>

namespace orbweaver::os {
namespace {

int answer() { return 42; }

TEST(LoadedPart, is_found_once_it_was_provided) {
  LoadedPart<int (*)()> part{"liborbweaver_part_of_a_test.so"};
  part.provide(answer);
  const auto found = part.find();
  ASSERT_TRUE(found) << found.error();
  EXPECT_EQ((*found)(), 42);
}

TEST(LoadedPart, is_not_loaded_by_a_program_that_holds_the_code_itself) {
  LoadedPart<int (*)()> part{"liborbweaver_part_of_a_test.so"};
  const auto found = part.find();
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), testing::HasSubstr("liborbweaver_part_of_a_test.so"));
  EXPECT_THAT(found.error(), testing::HasSubstr("link the shared library"));
}

}  // namespace
}  // namespace orbweaver::os
