// SPDX-License-Identifier: Apache-2.0
#include "socket/loan_memory.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace orbweaver::transport {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLarge = std::size_t{1} << 20;
constexpr std::size_t kMost = LoanMemory::kMostKept / kLarge;

class LoanMemoryTest : public testing::Test {
 protected:
  std::shared_ptr<LoanMemory> memory = std::make_shared<LoanMemory>(1h);
};

bool is_aligned(const Chunk& chunk) {
  return reinterpret_cast<std::uintptr_t>(chunk.data()) % 64 == 0;
}

TEST_F(LoanMemoryTest, lends_the_memory_of_a_loan_that_came_back) {
  auto one = memory->lend(kLarge);
  const auto* const place = one.data();
  EXPECT_TRUE(is_aligned(one));
  std::memset(one.data(), 1, kLarge);
  one = {};
  EXPECT_EQ(memory->kept(), kLarge);
  const auto again = memory->lend(kLarge);
  EXPECT_EQ(again.data(), place);
  EXPECT_EQ(memory->kept(), 0U);
  EXPECT_TRUE(again.is_unique());
}

TEST_F(LoanMemoryTest, lends_first_what_came_back_last) {
  auto one = memory->lend(kLarge), two = memory->lend(kLarge);
  const auto *const first = one.data(), *const second = two.data();
  one = {};
  two = {};
  const auto a = memory->lend(kLarge), b = memory->lend(kLarge);
  EXPECT_EQ(a.data(), second);
  EXPECT_EQ(b.data(), first);
}

TEST_F(LoanMemoryTest, does_not_lend_what_is_still_shared) {
  auto one = memory->lend(kLarge);
  const auto share = one;
  one = {};
  EXPECT_EQ(memory->kept(), 0U);
  EXPECT_NE(memory->lend(kLarge).data(), share.data());
}

TEST_F(LoanMemoryTest, lends_less_than_twice_what_is_wanted) {
  (void)memory->lend(kLarge);
  EXPECT_LT(memory->lend(kLarge / 2).capacity(), kLarge);
  const auto larger = memory->lend(kLarge / 2 + 1);
  EXPECT_EQ(larger.capacity(), kLarge);
  EXPECT_GE(memory->lend(kLarge + 1).capacity(), kLarge + 1);
}

TEST_F(LoanMemoryTest, finds_memory_behind_some_that_is_too_small) {
  const auto* const place = memory->lend(kLarge).data();
  (void)memory->lend(LoanMemory::kLeast);
  const auto again = memory->lend(kLarge);
  EXPECT_EQ(again.data(), place);
  EXPECT_EQ(memory->kept(), LoanMemory::kLeast);
}

TEST_F(LoanMemoryTest, keeps_no_more_than_it_says) {
  std::vector<Chunk> many;
  for (std::size_t i = 0; i < kMost + 3; ++i) many.push_back(memory->lend(kLarge));
  many.clear();
  EXPECT_EQ(memory->kept(), LoanMemory::kMostKept);
  (void)memory->lend(LoanMemory::kMostKept + 1);
  EXPECT_EQ(memory->kept(), LoanMemory::kMostKept);
}

TEST_F(LoanMemoryTest, frees_what_was_not_used_for_long_when_the_next_loan_comes_back) {
  memory = std::make_shared<LoanMemory>(0ns);
  auto one = memory->lend(kLarge), two = memory->lend(kLarge), three = memory->lend(kLarge);
  one = {};
  two = {};
  EXPECT_EQ(memory->kept(), kLarge);
  three = {};
  EXPECT_EQ(memory->kept(), kLarge);
}

TEST_F(LoanMemoryTest, keeps_no_small_memory) {
  const auto small = memory->lend(LoanMemory::kLeast - 1);
  EXPECT_EQ(small.capacity(), LoanMemory::kLeast - 1);
  (void)memory->lend(LoanMemory::kLeast - 1);
  EXPECT_EQ(memory->kept(), 0U);
}

TEST_F(LoanMemoryTest, takes_a_loan_back_on_another_thread_while_it_lends) {
  for (int i = 0; i < 1000; ++i) {
    auto one = memory->lend(LoanMemory::kLeast);
    one.data()[0] = std::byte{1};
    std::thread other{[loan = std::move(one)]() mutable {
      EXPECT_EQ(loan.data()[0], std::byte{1});
      loan = {};
    }};
    auto two = memory->lend(LoanMemory::kLeast);
    two.data()[0] = std::byte{2};
    other.join();
    EXPECT_EQ(two.data()[0], std::byte{2});
  }
  EXPECT_LE(memory->kept(), 2 * LoanMemory::kLeast);
}

TEST_F(LoanMemoryTest, may_end_before_its_loans) {
  auto one = memory->lend(kLarge), kept = memory->lend(kLarge);
  kept = {};
  memory = nullptr;
  std::memset(one.data(), 1, kLarge);
}

TEST_F(LoanMemoryTest, refuses_what_no_memory_has) {
  EXPECT_THROW((void)memory->lend(SIZE_MAX), std::bad_alloc);
}

}  // namespace
}  // namespace orbweaver::transport
