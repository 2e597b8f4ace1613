// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/component_line.hpp>

#include <gtest/gtest.h>

namespace orbweaver::domain {
namespace {

TEST(AnEndOfStream, is_one_json_object) {
  EXPECT_TRUE(is_end_of_stream(R"({"event":"end_of_stream"})"));
  EXPECT_TRUE(is_end_of_stream(R"( {"at": 3, "event": "end_of_stream"} )"));
  EXPECT_FALSE(is_end_of_stream(R"({"event":"frame","text":"end_of_stream"})"));
  EXPECT_FALSE(is_end_of_stream("end_of_stream"));
  EXPECT_FALSE(is_end_of_stream(R"(["end_of_stream"])"));
  EXPECT_FALSE(is_end_of_stream(R"({"event":["end_of_stream"]})"));
  EXPECT_FALSE(is_end_of_stream(""));
}

TEST(AnErrorOfAComponent, is_the_text_of_one_json_object) {
  EXPECT_EQ(error_in(R"({"event":"error","name":"wav_1","error":"x.wav: cannot be written"})"),
            "x.wav: cannot be written");
  EXPECT_EQ(error_in(R"({"event":"error"})"), R"({"event":"error"})") << "it has no text";
  EXPECT_EQ(error_in(R"({"event":"error","error":3})"), R"({"event":"error","error":3})");
  EXPECT_FALSE(error_in(R"({"event":"frame","error":"none"})"));
  EXPECT_FALSE(error_in(R"({"event":"missing_packets","error":"1 packet did not come"})"));
  EXPECT_FALSE(error_in("error: of a program that prints no JSON"));
  EXPECT_FALSE(error_in(""));
}

TEST(ALine, says_what_did_not_come_and_that_an_end_is_lost) {
  EXPECT_EQ(loss_in(R"({"event":"missing_packets","error":"1 packet did not come"})"),
            "1 packet did not come");
  EXPECT_FALSE(loss_in(R"({"event":"error","error":"lost"})"));
  EXPECT_TRUE(is_lost_end(R"({"event":"end_is_lost","name":"source"})"));
  EXPECT_FALSE(is_lost_end(R"({"event":"end_of_stream"})"));
}

}  // namespace
}  // namespace orbweaver::domain
