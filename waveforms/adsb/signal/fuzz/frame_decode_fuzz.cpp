// SPDX-License-Identifier: Apache-2.0
// Candidates come from a peer: any octets, any length, any order. Each input is a row of records of
// one length octet, one octet of samples passed, and 14 frame octets.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include <orbweaver/adsb/checker.hpp>
#include <orbweaver/adsb/format.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::adsb;
  constexpr std::size_t kRecord = 2 + kLongFrameOctets;
  FrameChecker checker;
  std::uint64_t sample = 0;
  std::uint64_t given = 0;
  for (std::span rest(data, size); rest.size() >= kRecord; rest = rest.subspan(kRecord)) {
    Candidate candidate{.sample = sample += rest[1] * 1000U, .level = 1, .length = rest[0]};
    std::ranges::copy(rest.subspan(2, kLongFrameOctets), candidate.octets.begin());
    ++given;
    if (const auto frame = checker.check(candidate)) {
      if (to_text(*frame).empty() || to_json(*frame).empty()) std::abort();
    }
  }
  const CheckerCounts& counts = checker.counts();
  if (counts.frames() + counts.refused + counts.duplicate + counts.unsupported != given) {
    std::abort();
  }
  return 0;
}
