// SPDX-License-Identifier: Apache-2.0
// The steps take their rate from the packets, and the control ports say and change what they do.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <orbweaver/component/testing/bench.hpp>

#include "all_components.hpp"
#include "running_component.hpp"

namespace orbweaver::ax25 {
namespace {

using component::testing::Bench;
using component::testing::Parameters;
using component::testing::Running;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kSamples = 1000;
const component::PairSamples<float> kPairs{.I = std::vector<float>(kSamples),
                                           .Q = std::vector<float>(kSamples)};
const std::vector<float> kAudio(kSamples);

/// What a component prints that gets this packet, which does not state its rate, and then the end.
template <class Class, class Packet>
std::vector<std::string> lines_of(const Packet& packet, const component::testing::Properties& set) {
  Bench<Class> bench(set);
  bench.push(packet);
  bench.end();
  bench.wait_for_end();
  return bench.lines();
}

template <class Class, class Packet>
void expect_that_a_rate_is_needed(const Packet& packet) {
  const auto line = HasSubstr("the packets do not state their sample rate, and none is set");
  EXPECT_THAT(lines_of<Class>(packet, {}), Contains(line));
  EXPECT_THAT(lines_of<Class>(packet, {{"sample_rate", "48000"}}),
              Not(Contains(HasSubstr(R"("event":"error")"))));
}

TEST(TheRate, is_that_of_the_settings_where_the_packets_state_none) {
  expect_that_a_rate_is_needed<Tuner>(kPairs);
  expect_that_a_rate_is_needed<Discriminator>(kPairs);
  expect_that_a_rate_is_needed<Band>(kAudio);
  expect_that_a_rate_is_needed<CorrelatorComponent>(kAudio);
  expect_that_a_rate_is_needed<SlicerComponent>(kPairs);
}

auto tuning_of(Running<Tuner>& tuner) {
  return IDL::traits<AX25::Tuning>::narrow(tuner.port("tuning"));
}

TEST(ATuner, is_tuned_through_its_control_port) {
  Running<Tuner> tuner(Parameters{{"sample_rate", "96000"}, {"offset", "-25000"}});
  const auto tuning = tuning_of(tuner);
  EXPECT_EQ(tuning->offset(), -25'000);
  tuning->tune(12'500);
  EXPECT_EQ(tuning->offset(), 12'500);
  EXPECT_EQ(*tuner.component().get<double>("offset"), 12'500);
}

TEST(ATuner, stays_where_it_is_if_there_can_be_no_channel) {
  Running<Tuner> tuner(Parameters{{"sample_rate", "96000"}});
  const auto tuning = tuning_of(tuner);
  try {
    tuning->tune(47'000);
    FAIL();
  } catch (const AX25::NoChannel& refused) {
    EXPECT_THAT(refused.why(), HasSubstr("too low for a station at +47000 Hz"));
  }
  EXPECT_EQ(tuning->offset(), 0);
}

TEST(ATuner, takes_the_channel_that_it_was_tuned_to) {
  const auto power_at = [](double offset) {
    Bench<Tuner> tuner({{"sample_rate", "96000"}});
    auto tone = kPairs;  // in the middle of the recording
    std::ranges::fill(tone.I, 1.0F);
    tuner.push(tone);
    const auto before = tuner.take().I.back();
    tuner.component().tune(offset);
    tuner.push(tone);
    return std::pair{before, tuner.take().I.back()};
  };
  const auto [before, after] = power_at(25'000);
  EXPECT_NEAR(before, 1, 0.01);
  EXPECT_NEAR(after, 0, 0.01);
}

/// Bits that lie between two flags, so many whole octets of nothing.
LineBits stretch(int octets) {
  constexpr int kFlag = 0x7e;
  LineBits line_bits;
  bool is_mark = false;
  const auto send = [&](bool bit) {
    if (!bit) is_mark = !is_mark;
    line_bits.bits.push_back({.time_ns = ++line_bits.reached_ns, .is_mark = is_mark});
  };
  const auto send_octet = [&](int octet) {
    for (int k = 0; k < 8; ++k) send((octet >> k & 1) != 0);
  };
  send_octet(kFlag);
  for (int k = 0; k < octets; ++k) send_octet(0);
  send_octet(kFlag);
  return line_bits;
}
std::vector<std::uint8_t> octets_of(const LineBits& bits) {
  std::vector<std::uint8_t> octets;
  append_octets(octets, bits);
  return octets;
}

/// What a deframer with this log level prints of a frame with a wrong check sequence.
std::vector<std::string> lines_of_a_wrong_frame(const std::string& level) {
  return lines_of<DeframerComponent>(octets_of(stretch(30)), {{"log_level", level}});
}

TEST(ADeframer, says_at_level_debug_which_frames_are_wrong) {
  EXPECT_THAT(
      lines_of_a_wrong_frame("debug"),
      Contains(testing::AllOf(HasSubstr(R"("event":"log","level":"debug")"),
                              HasSubstr("frames with a wrong check sequence before 0.000 s: 1"))));
  EXPECT_THAT(lines_of_a_wrong_frame("info"), Not(Contains(HasSubstr("check sequence"))));
}

TEST(ADeframer, counts_through_its_control_port) {
  Running<DeframerComponent> deframer;
  const auto counts = IDL::traits<AX25::Counting>::narrow(deframer.port("counting"))->count();
  EXPECT_EQ(counts.frames() + counts.wrong() + counts.too_short(), 0U);
}

TEST(ADeframer, counts_each_stream_from_its_beginning) {
  Bench<DeframerComponent> deframer;
  deframer.push(octets_of(stretch(30)));
  deframer.end();
  deframer.wait_for_end();
  EXPECT_EQ(deframer.component().count().wrong(), 1U);
  deframer.push(octets_of(stretch(3)));
  EXPECT_EQ(deframer.component().count().wrong(), 0U);
  EXPECT_EQ(deframer.component().count().too_short(), 1U);
}

}  // namespace
}  // namespace orbweaver::ax25
