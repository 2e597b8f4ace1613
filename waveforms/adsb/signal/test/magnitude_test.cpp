// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/magnitude.hpp>

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <orbweaver/adsb/samples.hpp>

namespace orbweaver::adsb {
namespace {

TEST(Magnitude, is_the_rounded_length_over_the_whole_range) {
  const IqPacket iq{0, 0, 3, 4, -3, -4, 32767, 0, -32768, -32768, 1, 1};
  MagnitudePacket magnitudes(iq.size() / 2);
  magnitude(iq, magnitudes);
  EXPECT_EQ(magnitudes, (MagnitudePacket{0, 5, 5, 32767, 46341, 1}));
}

TEST(Magnitude, of_a_sample_does_not_depend_on_its_place_in_the_packet) {
  IqPacket iq;
  for (int k = 0; k < 4000; ++k) iq.push_back(static_cast<std::int16_t>(k * 7919 % 65536 - 32768));
  MagnitudePacket whole(iq.size() / 2);
  magnitude(iq, whole);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    MagnitudePacket one(1);
    magnitude(std::span(iq).subspan(2 * at, 2), one);
    ASSERT_EQ(one[0], whole[at]) << at;
  }
}

TEST(Magnitude, of_i_and_q_apart_is_the_same) {
  IqPacket iq, real, imaginary;
  for (int k = 0; k < 4000; ++k) iq.push_back(static_cast<std::int16_t>(k * 7919 % 65536 - 32768));
  for (std::size_t k = 0; k < iq.size(); ++k) (k % 2 == 0 ? real : imaginary).push_back(iq[k]);
  MagnitudePacket by_turns(iq.size() / 2), apart(iq.size() / 2);
  magnitude(iq, by_turns);
  magnitude(real, imaginary, apart);
  EXPECT_EQ(apart, by_turns);
}

}  // namespace
}  // namespace orbweaver::adsb
