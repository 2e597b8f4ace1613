// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <orbweaver/base/chunk.hpp>

#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>

namespace orbweaver {
namespace {

TEST(Chunk, made_by_default_holds_nothing) {
  const Chunk chunk;
  EXPECT_FALSE(chunk);
  EXPECT_EQ(chunk.capacity(), 0U);
}

TEST(Chunk, has_the_capacity_asked_for_at_an_alignment_of_16) {
  const Chunk chunk = Chunk::of_size(100);
  ASSERT_TRUE(chunk);
  EXPECT_EQ(chunk.capacity(), 100U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(chunk.data()) % 16, 0U);
}

TEST(Chunk, is_unique_only_while_no_frame_shares_it) {
  const Chunk chunk = Chunk::of_size(8);
  EXPECT_TRUE(chunk.is_unique());
  {
    const Frame frame{chunk, 0, 8};
    EXPECT_FALSE(chunk.is_unique());
  }
  EXPECT_TRUE(chunk.is_unique());
}

struct ForeignMemory {
  struct Block : ChunkBlock {
    int ends = 0;
  } block;
  std::byte bytes[8] = {};

  ForeignMemory() {
    block.capacity = sizeof bytes;
    block.data = bytes;
    block.destroy = [](ChunkBlock* ended) noexcept { ++static_cast<Block*>(ended)->ends; };
  }
};

TEST(Chunk, shares_memory_that_is_not_its_own_and_says_when_the_last_share_is_gone) {
  ForeignMemory memory;
  {
    const Chunk chunk = Chunk::of_block(memory.block);
    EXPECT_EQ(chunk.data(), memory.bytes);
    EXPECT_EQ(chunk.capacity(), 8U);
    EXPECT_TRUE(chunk.is_unique());
    const Frame frame{chunk, 4, 4};
    EXPECT_EQ(frame.bytes().data(), memory.bytes + 4);
    EXPECT_EQ(memory.block.ends, 0);
  }
  EXPECT_EQ(memory.block.ends, 1);
}

TEST(Chunk, may_be_dropped_by_any_thread) {
  ForeignMemory memory;
  std::jthread{[chunk = Chunk::of_block(memory.block)] { EXPECT_TRUE(chunk); }}.join();
  EXPECT_EQ(memory.block.ends, 1);
}

TEST(Frame, shows_its_part_and_keeps_the_memory_alive) {
  Chunk chunk = Chunk::of_size(8);
  std::memcpy(chunk.data(), "abcdefgh", 8);
  const Frame frame{chunk, 2, 3};
  chunk = {};
  EXPECT_EQ(as_text(frame.bytes()), "cde");
  EXPECT_EQ(frame.size(), 3U);
}

TEST(Frame, moved_or_copied_shows_the_same_bytes) {
  const Chunk chunk = Chunk::of_size(8);
  std::memcpy(chunk.data(), "abcdefgh", 8);
  Frame frame{chunk, 0, 4};
  const Frame copy = frame;
  const Frame moved = std::move(frame);
  EXPECT_EQ(copy.bytes().data(), chunk.data());
  EXPECT_EQ(as_text(moved.bytes()), "abcd");
}

}  // namespace
}  // namespace orbweaver
