// SPDX-License-Identifier: Apache-2.0
// Frames as the literature prints them, in hexadecimal digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <orbweaver/adsb/slicer.hpp>

namespace orbweaver::adsb {

inline Candidate candidate_of(std::string_view hex, std::uint64_t sample = 0) {
  Candidate candidate{.sample = sample, .level = 1000};
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    candidate.octets.at(candidate.length++) =
        static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(at, 2)), nullptr, 16));
  }
  return candidate;
}

}  // namespace orbweaver::adsb
