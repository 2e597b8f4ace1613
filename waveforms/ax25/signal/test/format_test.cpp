// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/format.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bits_of_frame.hpp"

namespace orbweaver::ax25 {
namespace {

TEST(TheText, of_a_frame_is_that_of_monitors) {
  Frame frame{{"APZ001"}, {"QX1ABC", 7}, {}, kUnnumberedInformation, kNoLayer3, ">hi"};
  EXPECT_EQ(to_text(frame), "QX1ABC-7>APZ001:>hi");
  frame.path = {{"QX2D", 3, true}, {"WIDE1", 0, true}, {"WIDE2", 2, false}};
  EXPECT_EQ(to_text(frame), "QX1ABC-7>APZ001,QX2D-3,WIDE1*,WIDE2-2:>hi");
}

TEST(TheText, has_printable_characters_alone) {
  Frame frame{{"APZ001"}, {"QX1ABC"}, {}, kUnnumberedInformation, kNoLayer3, {}};
  frame.information = std::string("a\r\n\0\x1B[31m\xC3\xA9\x7F", 12);
  EXPECT_EQ(to_text(frame), "QX1ABC>APZ001:a<0x0d><0x0a><0x00><0x1b>[31m<0xc3><0xa9><0x7f>");
}

TEST(TheText, says_of_which_kind_a_frame_is_if_it_is_not_ui) {
  EXPECT_EQ(to_text({{"QX1A"}, {"QX2B"}, {}, 0x3F, {}, {}}), "QX2B>QX1A:(U 0x3f)");
}

TEST(TheJson, has_all_fields_and_the_octets) {
  const HeardFrame heard{1'500'000'000, 0b101, frame_saying("x\xFF")};
  const auto line = nlohmann::json::parse(to_json(heard));
  EXPECT_EQ(line["time_s"], 1.5);
  EXPECT_EQ(line["slicers"], (std::vector{0, 2}));
  EXPECT_EQ(line["octets"], to_hex(heard.octets));
  EXPECT_EQ(line["source"], "QX1ABC-7");
  EXPECT_EQ(line["destination"], "APZ001");
  EXPECT_EQ(line["path"], (std::vector<std::string>{"WIDE1-1"}));
  EXPECT_EQ(line["kind"], "UI");
  EXPECT_EQ(line["control"], 3);
  EXPECT_EQ(line["protocol"], 0xF0);
  EXPECT_EQ(line["information"], "x<0xff>");
}

TEST(TheJson, of_what_is_no_frame_says_why) {
  const auto line = nlohmann::json::parse(to_json({7, 1, Octets(20, 0x40)}));
  EXPECT_EQ(line["error"], "an address has no call sign");
  EXPECT_EQ(line["octets"].get<std::string>().size(), 40U);
}

}  // namespace
}  // namespace orbweaver::ax25
