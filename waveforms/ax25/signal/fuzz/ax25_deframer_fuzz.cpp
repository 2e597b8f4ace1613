// SPDX-License-Identifier: Apache-2.0
// What comes off the air is anybody's: each octet of the input is eight bits on the line.
#include <cstdint>
#include <cstdlib>

#include <orbweaver/ax25/deframer.hpp>
#include <orbweaver/ax25/format.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace orbweaver::ax25;
  LineBits bits;
  for (std::size_t k = 0; k < 8 * size; ++k) {
    bits.bits.push_back({k, (data[k / 8] >> k % 8 & 1U) != 0});
  }
  Deframer deframer;
  const auto& found = deframer.push(bits);
  if (found.frames.size() != deframer.counts().frames) std::abort();
  for (const auto& frame : found.frames) {
    if (to_json(frame).empty()) std::abort();
  }
  return 0;
}
