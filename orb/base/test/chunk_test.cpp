#include <gtest/gtest.h>
#include <orbweaver/base/chunk.hpp>

#include <cstdint>
#include <cstring>
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
