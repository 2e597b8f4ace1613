// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/packets/packet_buffers.hpp>

#include <gtest/gtest.h>

namespace orbweaver::packets {
namespace {

TEST(PacketBuffers, gives_a_buffer_again_when_its_last_user_has_let_go) {
  PacketBuffers buffers;
  auto first = buffers.take(100);
  const auto* const place = first.data();
  {
    const Chunk second_user = first;
    first = {};
    EXPECT_NE(buffers.take(100).data(), place);
  }
  const auto a = buffers.take(100), b = buffers.take(100);
  EXPECT_TRUE(a.data() == place || b.data() == place);
}

TEST(PacketBuffers, gives_at_least_what_was_asked_for) {
  PacketBuffers buffers;
  (void)buffers.take(10);
  EXPECT_GE(buffers.take(5000).capacity(), 5000U);
  EXPECT_GE(buffers.take(10).capacity(), 5000U) << "the grown buffer is used again";
}

TEST(PacketBuffers, may_go_before_its_buffers) {
  Chunk kept;
  {
    PacketBuffers buffers;
    kept = buffers.take(10);
  }
  kept.data()[9] = std::byte{1};
  kept = {};
}

}  // namespace
}  // namespace orbweaver::packets
