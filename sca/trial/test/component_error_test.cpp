#include "component_error.hpp"

#include <gtest/gtest.h>

namespace orbweaver::trial {
namespace {

TEST(ComponentError, is_what_a_line_of_json_says) {
  EXPECT_EQ(component_error_in(R"({"event":"error","name":"x","error":"no antenna"})"),
            "no antenna");
  EXPECT_EQ(component_error_in(R"({"event":"error","error":5})"), R"({"event":"error","error":5})");
}

TEST(ComponentError, is_in_no_other_line) {
  for (const char* each : {"", "error", "{error", R"({"event":"stage","error":"x"})",
                           R"(["event","error"])", R"({"event":["error"]})"})
    EXPECT_FALSE(component_error_in(each)) << each;
}

}  // namespace
}  // namespace orbweaver::trial
