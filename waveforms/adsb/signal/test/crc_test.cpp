// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/crc.hpp>

#include <array>
#include <span>

#include <gtest/gtest.h>

#include "hex_frame.hpp"

namespace orbweaver::adsb {
namespace {

std::uint32_t residual_of(const char* hex) {
  const Candidate raw = candidate_of(hex);
  return parity_residual(std::span(raw.octets).first(raw.length));
}

TEST(Parity, of_published_squitters_leaves_no_residual) {
  EXPECT_EQ(residual_of("8D4840D6202CC371C32CE0576098"), 0U);
  EXPECT_EQ(residual_of("8D40621D58C382D690C8AC2863A7"), 0U);
  EXPECT_EQ(residual_of("8D40621D58C386435CC412692AD6"), 0U);
  EXPECT_EQ(residual_of("8D485020994409940838175B284F"), 0U);
}

TEST(Parity, of_every_single_bit_error_leaves_a_residual) {
  const Candidate good = candidate_of("8D4840D6202CC371C32CE0576098");
  for (std::size_t bit = 0; bit < 112; ++bit) {
    Candidate bad = good;
    bad.octets[bit / 8] = static_cast<std::uint8_t>(bad.octets[bit / 8] ^ 0x80U >> (bit % 8));
    EXPECT_NE(parity_residual(bad.octets), 0U) << "bit " << bit;
  }
}

TEST(Parity, of_a_frame_without_content_matches_nothing) {
  EXPECT_EQ(parity_residual({}), 0xFFFFFFU);
  EXPECT_EQ(residual_of("000000"), 0xFFFFFFU);
}

}  // namespace
}  // namespace orbweaver::adsb
