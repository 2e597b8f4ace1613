// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/format.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hex_frame.hpp"

namespace orbweaver::adsb {
namespace {

Frame full_frame() {
  Frame frame;
  frame.raw = candidate_of("8D40621D58C382D690C8AC2863A7", 1'000'000);
  frame.format = 17;
  frame.icao = 0x40621D;
  frame.altitude_ft = 38000;
  frame.position = Position{52.25720214, 3.91937255};
  return frame;
}

TEST(FrameText, shows_what_the_frame_carries_on_one_line) {
  EXPECT_EQ(
      to_text(full_frame()),
      "   0.500000 s  DF17  40621D  8D40621D58C382D690C8AC2863A7  38000 ft  52.25720 3.91937");
}

TEST(FrameText, of_a_bare_frame_ends_with_its_digits) {
  Frame frame;
  frame.raw = candidate_of("5D4D20237A55A6");
  frame.format = 11;
  frame.icao = 0x4D2023;
  EXPECT_EQ(to_text(frame), "   0.000000 s  DF11  4D2023  5D4D20237A55A6");
}

TEST(FrameJson, holds_the_fields_and_leaves_out_the_absent_ones) {
  const auto json = nlohmann::json::parse(to_json(full_frame()));
  EXPECT_EQ(json["sample"], 1'000'000);
  EXPECT_EQ(json["icao"], "40621D");
  EXPECT_EQ(json["altitude_ft"], 38000);
  EXPECT_EQ(json["acceptance"], "parity");
  EXPECT_DOUBLE_EQ(json["latitude_deg"].get<double>(), 52.257202);
  EXPECT_FALSE(json.contains("callsign"));
  EXPECT_FALSE(json.contains("squawk"));
}

}  // namespace
}  // namespace orbweaver::adsb
