// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/candidate_octets.hpp>

#include <algorithm>

namespace orbweaver::adsb {

namespace {

constexpr std::size_t kLevelAt = 8;
constexpr std::size_t kLengthAt = 10;
constexpr std::size_t kFrameAt = 11;

template <std::size_t size>
void put(std::uint64_t value, std::span<std::uint8_t, size> octets) {
  for (std::size_t i = size; i-- > 0; value >>= 8U) octets[i] = static_cast<std::uint8_t>(value);
}

std::uint64_t get(std::span<const std::uint8_t> octets) {
  std::uint64_t value = 0;
  for (const auto octet : octets) value = value << 8U | octet;
  return value;
}

}  // namespace

void append_octets(std::vector<std::uint8_t>& octets, std::span<const Candidate> candidates) {
  auto at = octets.size();
  octets.resize(at + candidates.size() * kCandidateOctets);
  for (const auto& candidate : candidates) {
    const auto place = std::span{octets}.subspan(at).first<kCandidateOctets>();
    put(candidate.sample, place.first<kLevelAt>());
    put(candidate.level, place.subspan<kLevelAt, 2>());
    place[kLengthAt] = candidate.length;
    std::ranges::copy(candidate.octets, place.subspan<kFrameAt>().begin());
    at += kCandidateOctets;
  }
}

std::optional<Candidate> read_candidate(std::span<const std::uint8_t, kCandidateOctets> octets) {
  Candidate candidate{.sample = get(octets.first<kLevelAt>()),
                      .level = static_cast<std::uint16_t>(get(octets.subspan<kLevelAt, 2>())),
                      .length = octets[kLengthAt]};
  if (candidate.length != kShortFrameOctets && candidate.length != kLongFrameOctets)
    return std::nullopt;
  std::ranges::copy(octets.subspan<kFrameAt>(), candidate.octets.begin());
  return candidate;
}

}  // namespace orbweaver::adsb
