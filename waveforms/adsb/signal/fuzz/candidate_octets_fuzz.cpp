// SPDX-License-Identifier: Apache-2.0
// Packets of candidates come from a peer: what is read must be what is written.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <orbweaver/adsb/candidate_octets.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::adsb;
  for (std::span rest(data, size); rest.size() >= kCandidateOctets;
       rest = rest.subspan(kCandidateOctets)) {
    const auto given = rest.first<kCandidateOctets>();
    const auto candidate = read_candidate(given);
    if (!candidate) continue;
    std::vector<std::uint8_t> again;
    append_octets(again, {&*candidate, 1});
    if (!std::ranges::equal(again, given)) std::abort();
  }
  return 0;
}
