// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/candidate_octets.hpp>

#include <gtest/gtest.h>

namespace orbweaver::adsb {
namespace {

Candidate candidate(std::uint64_t sample, std::uint16_t level, std::uint8_t length) {
  Candidate candidate{.sample = sample, .level = level, .length = length};
  for (std::size_t i = 0; i < length; ++i)
    candidate.octets[i] = static_cast<std::uint8_t>(0xF0 + i);
  return candidate;
}

TEST(CandidateOctets, give_back_what_was_put_in) {
  const std::vector given{candidate(0, 0, 7), candidate(0x0102'0304'0506'0708, 0xABCD, 14)};
  std::vector<std::uint8_t> octets;
  append_octets(octets, given);
  ASSERT_EQ(octets.size(), 2 * kCandidateOctets);
  const std::span whole{octets};
  EXPECT_EQ(read_candidate(whole.first<kCandidateOctets>()), given[0]);
  EXPECT_EQ(read_candidate(whole.last<kCandidateOctets>()), given[1]);
}

TEST(CandidateOctets, are_in_network_order) {
  std::vector<std::uint8_t> octets;
  append_octets(octets, std::vector{candidate(0x0102, 0x0304, 7)});
  EXPECT_EQ(std::vector(octets.begin(), octets.begin() + 12),
            (std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 7, 0xF0}));
}

TEST(CandidateOctets, of_another_length_are_no_candidate) {
  for (const auto length : std::initializer_list<std::uint8_t>{0, 6, 8, 13, 15, 255}) {
    std::vector<std::uint8_t> octets;
    append_octets(octets, std::vector{Candidate{.length = length}});
    EXPECT_FALSE(read_candidate(std::span{octets}.first<kCandidateOctets>())) << int{length};
  }
}

}  // namespace
}  // namespace orbweaver::adsb
