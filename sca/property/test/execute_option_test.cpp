// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/property/execute_option.hpp>

#include <gtest/gtest.h>

namespace orbweaver::property {
namespace {

TEST(AnExecuteOption, is_told_by_its_id) {
  EXPECT_TRUE(is_execute_option("EXECUTE_OPTION::PRIORITY"));
  EXPECT_EQ(execute_option_of("EXECUTE_OPTION::PRIORITY"), "PRIORITY");
  EXPECT_FALSE(is_execute_option("EXECUTE_OPTION::")) << "it names none";
  EXPECT_FALSE(is_execute_option("PRIORITY"));
  EXPECT_FALSE(is_execute_option("execute_option::PRIORITY"));
}

}  // namespace
}  // namespace orbweaver::property
