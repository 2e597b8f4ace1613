// SPDX-License-Identifier: Apache-2.0
#include "altitude.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace orbweaver::adsb {
namespace {

/// AC13 from the pulses in the order in which tables of altitude codes print them.
std::uint32_t gillham(std::string_view d2_d4_a1_a2_a4_b1_b2_b4_c1_c2_c4) {
  constexpr unsigned kPlaces[] = {2, 0, 11, 9, 7, 5, 3, 1, 12, 10, 8};
  std::uint32_t code = 0;
  for (std::size_t k = 0; k < d2_d4_a1_a2_a4_b1_b2_b4_c1_c2_c4.size(); ++k) {
    if (d2_d4_a1_a2_a4_b1_b2_b4_c1_c2_c4[k] == '1') code |= 1U << kPlaces[k];
  }
  return code;
}

TEST(Gillham, altitudes_match_the_published_table) {
  EXPECT_EQ(altitude_of_ac13(gillham("00000000010")), -1000);
  EXPECT_EQ(altitude_of_ac13(gillham("00000001010")), -500);
  EXPECT_EQ(altitude_of_ac13(gillham("00000011011")), -100);
  EXPECT_EQ(altitude_of_ac13(gillham("00000011010")), 0);
  EXPECT_EQ(altitude_of_ac13(gillham("00000011110")), 100);
  EXPECT_EQ(altitude_of_ac13(gillham("00000010011")), 600);
  EXPECT_EQ(altitude_of_ac13(gillham("00000110010")), 1000);
  EXPECT_EQ(altitude_of_ac13(gillham("00001001001")), 5800);
  EXPECT_EQ(altitude_of_ac13(gillham("00011100100")), 10300);
  EXPECT_EQ(altitude_of_ac13(gillham("01100011010")), 32000);
  EXPECT_EQ(altitude_of_ac13(gillham("01110000100")), 46300);
  EXPECT_EQ(altitude_of_ac13(gillham("11011110100")), 73200);
  EXPECT_EQ(altitude_of_ac13(gillham("10000000001")), 126700);
}

TEST(Gillham, codes_without_a_valid_hundred_are_absent) {
  EXPECT_EQ(altitude_of_ac13(gillham("00000011000")), std::nullopt);
  EXPECT_EQ(altitude_of_ac13(gillham("00000011111")), std::nullopt);
  EXPECT_EQ(altitude_of_ac13(gillham("00000011101")), std::nullopt);
}

TEST(Altitude, of_25_foot_steps_survives_the_way_there_and_back) {
  for (int altitude = -1000; altitude <= 50175; altitude += 25) {
    EXPECT_EQ(altitude_of_ac12(ac12_of_altitude(altitude)), altitude);
  }
}

TEST(Altitude, is_absent_when_unknown_or_metric) {
  EXPECT_EQ(altitude_of_ac13(0), std::nullopt);
  EXPECT_EQ(altitude_of_ac13(0x0050), std::nullopt);
}

}  // namespace
}  // namespace orbweaver::adsb
