// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/checker.hpp>

#include <utility>

#include <gtest/gtest.h>

#include <orbweaver/adsb/crc.hpp>
#include <orbweaver/adsb/samples.hpp>

#include "bit_field.hpp"
#include "hex_frame.hpp"

namespace orbweaver::adsb {
namespace {

constexpr std::uint64_t kSecond = kSampleRateHz;

/// The frame with `overlay` xored onto its parity, as a reply that hides its address.
Candidate overlaid(Candidate frame, std::uint32_t overlay) {
  const auto octets = std::span(frame.octets).first(frame.length);
  const std::uint32_t field = bit_field(octets, octets.size() * 8 - 23, 24);
  set_bit_field(octets, octets.size() * 8 - 23, 24, field ^ parity_residual(octets) ^ overlay);
  return frame;
}

Candidate all_call(std::uint32_t icao, std::uint32_t code, std::uint64_t sample) {
  Candidate reply = candidate_of("5D000000000000", sample);
  set_bit_field(reply.octets, 9, 24, icao);
  return overlaid(reply, code);
}

std::uint64_t accepted(const FrameChecker& checker, Acceptance rule) {
  return checker.counts().accepted[std::to_underlying(rule)];
}

TEST(FrameChecker, reads_the_callsign_of_an_identification) {
  FrameChecker checker;
  const auto frame = checker.check(candidate_of("8D4840D6202CC371C32CE0576098"));
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->format, 17);
  EXPECT_EQ(frame->icao, 0x4840D6U);
  EXPECT_EQ(frame->callsign, "KLM1023");
  EXPECT_EQ(frame->acceptance, Acceptance::parity);
}

TEST(FrameChecker, reads_the_velocity_over_ground) {
  FrameChecker checker;
  const auto frame = checker.check(candidate_of("8D485020994409940838175B284F"));
  ASSERT_TRUE(frame && frame->velocity);
  EXPECT_NEAR(frame->velocity->speed_kt, 159.2, 0.1);
  EXPECT_NEAR(frame->velocity->track_deg, 182.88, 0.01);
  EXPECT_EQ(frame->velocity->climb_fpm, -832);
}

TEST(FrameChecker, locates_an_aircraft_from_an_odd_and_an_even_report) {
  FrameChecker checker;
  const auto odd = checker.check(candidate_of("8D40621D58C386435CC412692AD6", 0));
  ASSERT_TRUE(odd);
  EXPECT_EQ(odd->altitude_ft, 38000);
  EXPECT_FALSE(odd->position);
  const auto even = checker.check(candidate_of("8D40621D58C382D690C8AC2863A7", 9 * kSecond));
  ASSERT_TRUE(even && even->position);
  EXPECT_NEAR(even->position->latitude_deg, 52.25720, 1e-5);
  EXPECT_NEAR(even->position->longitude_deg, 3.91937, 1e-5);
}

TEST(FrameChecker, does_not_pair_reports_more_than_ten_seconds_apart) {
  FrameChecker checker;
  ASSERT_TRUE(checker.check(candidate_of("8D40621D58C386435CC412692AD6", 0)));
  const auto even = checker.check(candidate_of("8D40621D58C382D690C8AC2863A7", 10 * kSecond + 1));
  ASSERT_TRUE(even);
  EXPECT_FALSE(even->position);
}

TEST(FrameChecker, never_corrects_a_bit) {
  FrameChecker checker;
  Candidate damaged = candidate_of("8D4840D6202CC371C32CE0576098");
  damaged.octets[7] ^= 1;
  EXPECT_FALSE(checker.check(damaged));
  EXPECT_EQ(checker.counts().refused, 1U);
}

TEST(FrameChecker, takes_a_hidden_address_only_if_it_was_seen) {
  constexpr std::uint32_t kIcao = 0x4840D6;
  const Candidate reply = overlaid(candidate_of("A02014B400000000000000000000", kSecond), kIcao);
  FrameChecker checker;
  EXPECT_FALSE(checker.check(reply));
  ASSERT_TRUE(checker.check(all_call(kIcao, 0, 2 * kSecond)));
  Candidate later = reply;
  later.sample = 3 * kSecond;
  const auto frame = checker.check(later);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->icao, kIcao);
  EXPECT_EQ(frame->altitude_ft, 32300);
  EXPECT_EQ(frame->acceptance, Acceptance::address);
}

TEST(FrameChecker, forgets_an_address_after_a_minute_of_silence) {
  FrameChecker checker;
  ASSERT_TRUE(checker.check(all_call(0x4840D6, 0, 0)));
  const Candidate reply = candidate_of("A02014B400000000000000000000", 61 * kSecond);
  EXPECT_FALSE(checker.check(overlaid(reply, 0x4840D6)));
}

TEST(FrameChecker, reads_the_squawk_of_an_identity_reply) {
  FrameChecker checker;
  const Candidate reply = candidate_of("A800292DFFBBA9383FFCEB903D01", kSecond);
  ASSERT_TRUE(checker.check(all_call(parity_residual(reply.octets), 0, 0)));
  const auto frame = checker.check(reply);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->squawk, 1346);
}

TEST(FrameChecker, takes_an_interrogators_code_only_for_a_known_address) {
  FrameChecker checker;
  EXPECT_FALSE(checker.check(all_call(0x4840D6, 5, 0)));
  ASSERT_TRUE(checker.check(all_call(0x4840D6, 0, 1000)));
  ASSERT_TRUE(checker.check(all_call(0x4840D6, 79, 2000)));
  EXPECT_FALSE(checker.check(all_call(0x4840D6, 80, 3000)));
  EXPECT_EQ(accepted(checker, Acceptance::parity), 1U);
  EXPECT_EQ(accepted(checker, Acceptance::interrogator), 1U);
}

TEST(FrameChecker, counts_adjacent_slices_of_one_transmission_once) {
  FrameChecker checker;
  ASSERT_TRUE(checker.check(candidate_of("8D4840D6202CC371C32CE0576098", 100)));
  EXPECT_FALSE(checker.check(candidate_of("8D4840D6202CC371C32CE0576098", 101)));
  EXPECT_TRUE(checker.check(candidate_of("8D4840D6202CC371C32CE0576098", 400)));
  EXPECT_EQ(checker.counts().frames(), 2U);
  EXPECT_EQ(checker.counts().duplicate, 1U);
}

TEST(FrameChecker, refuses_formats_and_lengths_that_no_rule_covers) {
  FrameChecker checker;
  EXPECT_FALSE(checker.check(candidate_of("FF4840D6202CC371C32CE0576098")));
  EXPECT_FALSE(checker.check(candidate_of("8D4840D6202CC3")));
  Candidate too_long = candidate_of("8D4840D6202CC371C32CE0576098");
  too_long.length = 255;
  EXPECT_FALSE(checker.check(too_long));
  EXPECT_EQ(checker.counts().unsupported, 3U);
}

TEST(FrameChecker, remembers_new_aircraft_when_its_memory_is_full) {
  FrameChecker checker;
  for (std::uint32_t number = 0; number < 10'000; ++number) {
    ASSERT_TRUE(checker.check(all_call(0x100000 + number, 0, number * 1000)));
  }
  EXPECT_TRUE(checker.check(all_call(0x100000 + 9'999, 7, 10'000'000)));
  EXPECT_FALSE(checker.check(all_call(0x100000, 7, 10'001'000)));
}

}  // namespace
}  // namespace orbweaver::adsb
