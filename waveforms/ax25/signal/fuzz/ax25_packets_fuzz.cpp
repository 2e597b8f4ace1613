// SPDX-License-Identifier: Apache-2.0
// Packets of bits and of frames come from a peer: what is read must be what is written, and a
// deframer and a merger take whatever was read.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include <orbweaver/ax25/deframer.hpp>
#include <orbweaver/ax25/merger.hpp>

namespace {

using namespace orbweaver::ax25;

template <class Value>
void expect_again(std::span<const std::uint8_t> given, const Value& value) {
  std::vector<std::uint8_t> again;
  append_octets(again, value);
  if (!std::ranges::equal(again, given)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span given(data, size);
  if (const auto bits = read_line_bits(given)) {
    expect_again(given, *bits);
    Deframer deframer;
    for (const auto& frame : deframer.push(*bits).frames) {
      if (frame.octets.size() < kLeastFrameOctets || frame.octets.size() > kMostFrameOctets)
        std::abort();
    }
  }
  if (const auto findings = read_findings(given)) {
    expect_again(given, *findings);
    Merger merger(kMostSlicers);
    const auto early = merger.push(*findings).size();
    const auto late = merger.finish().size();
    if (early + late + merger.duplicates() != findings->frames.size()) std::abort();
  }
  return 0;
}
