// SPDX-License-Identifier: Apache-2.0
// KISS comes from other programs: the frames do not depend on how the octets are cut, and are
// written as they were read.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include <orbweaver/ax25/kiss.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::ax25;
  const std::span given(data, size);
  KissReader whole, octetwise;
  const auto frames = whole.push(given);
  std::size_t at = 0;
  std::vector<std::uint8_t> kiss;
  for (const auto& octet : given) {
    for (const auto& frame : octetwise.push(std::span(&octet, 1))) {
      if (at == frames.size() || frames[at++] != frame) std::abort();
    }
  }
  if (at != frames.size()) std::abort();
  for (const auto& frame : frames) append_kiss(kiss, frame);
  KissReader again;
  if (!std::ranges::equal(again.push(kiss), frames)) std::abort();
  return 0;
}
