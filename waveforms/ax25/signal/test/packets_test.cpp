// SPDX-License-Identifier: Apache-2.0
// The packets between components: what is written is read again, and what comes broken is refused.
#include <gtest/gtest.h>

#include <orbweaver/ax25/heard_frame.hpp>
#include <orbweaver/ax25/line_bits.hpp>

#include "bits_of_frame.hpp"

namespace orbweaver::ax25 {
namespace {

Octets prefix(const Octets& octets, std::size_t length) {
  return {octets.begin(), octets.begin() + static_cast<std::ptrdiff_t>(length)};
}

TEST(APacketOfBits, is_read_as_it_was_written) {
  const LineBits bits{1ULL << 62U, {{0, true}, {(1ULL << 63U) - 1, false}, {5, true}}};
  Octets octets;
  append_octets(octets, bits);
  EXPECT_EQ(octets.size(), 32U);
  EXPECT_EQ(read_line_bits(octets), bits);
}

TEST(APacketOfBits, that_is_cut_is_refused) {
  Octets octets;
  append_octets(octets, LineBits{7, {{8, true}}});
  for (std::size_t length = 0; length < octets.size(); ++length) {
    if (length == 8) continue;  // no bits
    EXPECT_FALSE(read_line_bits(prefix(octets, length))) << length;
  }
}

TEST(APacketOfFrames, is_read_as_it_was_written) {
  const std::vector<HeardFrame> frames{{1, 0b11, frame_saying("a")},
                                       {2, 0b1, Octets(kMostFrameOctets, 9)}};
  Octets octets;
  append_octets(octets, frames);
  EXPECT_EQ(read_frames(octets), frames);
  EXPECT_EQ(read_frames({}), std::vector<HeardFrame>{});
}

TEST(APacketOfFindings, is_read_as_it_was_written) {
  const Findings findings{3, 99, {{1, 0b1000, frame_saying("a")}}};
  Octets octets;
  append_octets(octets, findings);
  EXPECT_EQ(read_findings(octets), findings);
}

TEST(APacketOfFindings, that_is_cut_is_refused) {
  Octets octets;
  append_octets(octets, Findings{0, 99, {{1, 1, frame_saying("a")}}});
  for (std::size_t length = 0; length < octets.size(); ++length) {
    if (length == 9) continue;  // no frames
    EXPECT_FALSE(read_findings(prefix(octets, length))) << length;
  }
}

TEST(APacketOfFindings, with_a_length_or_a_slicer_that_cannot_be_is_refused) {
  Octets octets;
  append_octets(octets, Findings{kMostSlicers, 99, {}});
  EXPECT_FALSE(read_findings(octets));
  for (const std::size_t length : {kLeastFrameOctets - 1, kMostFrameOctets + 1}) {
    Octets frames;
    append_octets(frames, std::vector<HeardFrame>{{1, 1, Octets(length, 9)}});
    EXPECT_FALSE(read_frames(frames)) << length;
  }
}

}  // namespace
}  // namespace orbweaver::ax25
