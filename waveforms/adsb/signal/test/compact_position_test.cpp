// SPDX-License-Identifier: Apache-2.0
#include "compact_position.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace orbweaver::adsb {
namespace {

TEST(CompactPosition, decodes_the_published_pair) {
  const auto position = position_of({93000, 51372}, {74158, 50194}, Parity::even);
  ASSERT_TRUE(position);
  EXPECT_NEAR(position->latitude_deg, 52.2572021484375, 1e-9);
  EXPECT_NEAR(position->longitude_deg, 3.91937255859375, 1e-9);
}

TEST(CompactPosition, returns_every_place_on_earth_within_a_few_metres) {
  int located = 0;
  for (double latitude = -85.3; latitude < 86; latitude += 3.7) {
    for (double longitude = -179.9; longitude < 180; longitude += 13.1) {
      const Position truth{latitude, longitude};
      for (const Parity newest : {Parity::even, Parity::odd}) {
        const auto found =
            position_of(compact_of(truth, Parity::even), compact_of(truth, Parity::odd), newest);
        if (!found) continue;
        ++located;
        EXPECT_NEAR(found->latitude_deg, latitude, 1e-4);
        EXPECT_LT(std::abs(std::remainder(found->longitude_deg - longitude, 360)), 1e-3);
      }
    }
  }
  EXPECT_GT(located, 2500);
}

TEST(CompactPosition, refuses_reports_from_different_latitude_zones) {
  const auto even = compact_of({10.465, 4.0}, Parity::even);
  const auto odd = compact_of({10.475, 4.0}, Parity::odd);
  EXPECT_EQ(position_of(even, odd, Parity::even), std::nullopt);
}

TEST(LongitudeZones, shrink_towards_the_poles) {
  EXPECT_EQ(longitude_zones(0), 59);
  EXPECT_EQ(longitude_zones(10.4), 59);
  EXPECT_EQ(longitude_zones(10.5), 58);
  EXPECT_EQ(longitude_zones(-52.25), 36);
  EXPECT_EQ(longitude_zones(86.9), 2);
  EXPECT_EQ(longitude_zones(87), 2);
  EXPECT_EQ(longitude_zones(89), 1);
}

}  // namespace
}  // namespace orbweaver::adsb
