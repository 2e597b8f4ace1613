// SPDX-License-Identifier: Apache-2.0
#include "shm/slab.hpp"

#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/tick.hpp>
#include <orbweaver/transport/connection.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>
#include <vector>

namespace orbweaver::transport::shm {
namespace {

constexpr std::size_t kLargestBlock = kDataSize / 2;

using namespace std::chrono_literals;

class SlabTest : public testing::Test {
 protected:
  [[nodiscard]] std::int64_t pages_in_use() const {
    struct stat status {};
    EXPECT_EQ(::fstat(memory.get(), &status), 0);
    return status.st_blocks * 512 / static_cast<std::int64_t>(kPage);
  }
  void return_it(const Slab::Block& block) { returns[block.page] = block.generation; }
  [[nodiscard]] Chunk loan(std::size_t size) { return slab.loan(size, keeper); }

  os::UniqueFd memory = os::make_shared_memory(kDataSize).value();
  os::Mapping data =
      os::Mapping::of(memory.get(), 0, kDataSize, os::Protection::read_write).value();
  std::vector<std::uint32_t> returns = std::vector<std::uint32_t>(kPages);
  std::shared_ptr<int> keeper = std::make_shared<int>();
  Slab slab{data.memory(), returns};
};

TEST_F(SlabTest, uses_a_block_again_once_the_peer_has_returned_it) {
  const auto first = slab.take(kLargestBlock), second = slab.take(kLargestBlock);
  ASSERT_TRUE(first && second);
  slab.sent(*first);
  slab.sent(*second);
  EXPECT_FALSE(slab.take(1));
  return_it(*second);
  const auto third = slab.take(kLargestBlock);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->page, second->page);
  EXPECT_NE(third->generation, second->generation);
}

TEST_F(SlabTest, believes_no_return_of_what_is_not_under_way) {
  const auto first = slab.take(kLargestBlock), second = slab.take(kLargestBlock);
  ASSERT_TRUE(first && second);
  slab.sent(*first);
  returns[first->page] = first->generation + 1;
  return_it(*second);  // not sent yet
  returns[17] = 1;
  EXPECT_FALSE(slab.take(1));
}

TEST_F(SlabTest, takes_back_a_loan_that_was_dropped_unsent) {
  auto one = loan(kLargestBlock), two = loan(kLargestBlock);
  ASSERT_TRUE(one && two);
  EXPECT_FALSE(loan(1));
  EXPECT_EQ(keeper.use_count(), 3);
  std::jthread{[dropped = std::move(one)] {}}.join();
  EXPECT_EQ(keeper.use_count(), 2);
  EXPECT_TRUE(loan(kLargestBlock));
}

TEST_F(SlabTest, finds_a_loan_by_its_payload_until_it_is_sent) {
  const auto one = loan(1000);
  const auto* const payload = one.data() + kLoanHeadroom;
  const auto block = slab.find_loan(payload);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->bytes.data(), one.data());
  EXPECT_FALSE(slab.find_loan(payload + 1));
  EXPECT_FALSE(slab.find_loan(payload + kPage));
  const std::byte elsewhere{};
  EXPECT_FALSE(slab.find_loan(&elsewhere));
  slab.sent(*block);
  EXPECT_FALSE(slab.find_loan(payload));
}

TEST_F(SlabTest, uses_a_loan_again_when_peer_and_user_have_both_let_go) {
  auto one = loan(kLargestBlock);
  const auto other = slab.take(kLargestBlock);
  const auto block = slab.find_loan(one.data() + kLoanHeadroom);
  ASSERT_TRUE(block && other);
  slab.sent(*block);
  return_it(*block);
  EXPECT_FALSE(slab.take(1)) << "the user still has it";
  one = {};
  EXPECT_TRUE(slab.take(kLargestBlock));

  auto again = loan(1);
  EXPECT_FALSE(again);
}

TEST_F(SlabTest, lets_go_of_everything_when_it_is_abandoned) {
  auto held = loan(10), dropped = loan(10);
  for (const auto* one : {&held, &dropped}) slab.sent(*slab.find_loan(one->data() + kLoanHeadroom));
  dropped = {};
  EXPECT_EQ(keeper.use_count(), 3);
  slab.abandon();
  EXPECT_EQ(keeper.use_count(), 2) << "what its user still holds";
  held = {};
  EXPECT_EQ(keeper.use_count(), 1);
}

TEST_F(SlabTest, of_a_small_share_of_the_memory_gives_blocks_in_that_share_only) {
  Slab small{data.memory().first(kLeastShmBytes), returns};
  EXPECT_EQ(small.largest_block(), kLeastShmBytes / 2);
  EXPECT_FALSE(small.take(kLeastShmBytes));
  const auto first = small.take(small.largest_block()), second = small.take(small.largest_block());
  ASSERT_TRUE(first && second);
  EXPECT_LE(std::max(first->page, second->page), kLeastShmBytes / 2 / kPage);
  EXPECT_FALSE(small.take(1));
}

TEST_F(SlabTest, gives_the_memory_of_large_blocks_back_after_a_while) {
  constexpr std::size_t kLarge = 8 * 1024 * 1024;
  const auto block = slab.take(kLarge);
  ASSERT_TRUE(block);
  std::ranges::fill(block->bytes, std::byte{1});
  slab.sent(*block);
  slab.release_idle_memory(os::last_tick() + 2s);
  EXPECT_GE(pages_in_use(), static_cast<std::int64_t>(kLarge / kPage)) << "the peer reads it";
  return_it(*block);
  slab.release_idle_memory(os::last_tick());
  EXPECT_GE(pages_in_use(), static_cast<std::int64_t>(kLarge / kPage)) << "it is soon used again";
  slab.release_idle_memory(os::last_tick() + 2s);
  EXPECT_EQ(pages_in_use(), 0);
  EXPECT_TRUE(slab.take(kLargestBlock));
}

}  // namespace
}  // namespace orbweaver::transport::shm
