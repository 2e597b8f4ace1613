// SPDX-License-Identifier: Apache-2.0
// Candidates as octets, for packets between components: each has 25, in network order:
//
//   0 to 7 sample   8 to 9 level   10 length: 7 or 14   11 to 24 the octets of the frame
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <orbweaver/adsb/slicer.hpp>

namespace orbweaver::adsb {

inline constexpr std::size_t kCandidateOctets = 11 + kLongFrameOctets;

/// Adds the candidates at the end. Allocates only while `octets` still grows.
void append_octets(std::vector<std::uint8_t>& octets, std::span<const Candidate> candidates);

/// Nothing if the length is neither 7 nor 14. Any octets may come.
[[nodiscard]] std::optional<Candidate> read_candidate(
    std::span<const std::uint8_t, kCandidateOctets> octets);

}  // namespace orbweaver::adsb
