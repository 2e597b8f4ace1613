// SPDX-License-Identifier: Apache-2.0
#include "reader_handoffs.hpp"

#include "failing_memory.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <thread>
#include <vector>

namespace orbweaver::server {
namespace {

using testing_memory::FailingAllocation;

// More than the words for which there is memory from the start.
constexpr int kReaders = 200;

class ReadersInServants : public testing::Test {
 protected:
  /// Another reader takes over from the present one, which is in a servant.
  bool hand_over() {
    auto& reader = handoffs.present();
    const bool is_taken_over = handoffs.take_over(reader.look());
    if (is_taken_over) in_servants.push_back(&reader);
    return is_taken_over;
  }

  ReaderHandoffs handoffs;
  std::vector<wire::ReaderHandoff*> in_servants;
};

TEST_F(ReadersInServants, stay_while_there_is_no_memory_for_another_one) {
  in_servants.reserve(kReaders);
  int stayed = 0;
  for (int i = 0; i < kReaders; ++i) {
    auto& reader = handoffs.present();
    reader.enter_servant();
    {
      const FailingAllocation first{1};
      if (hand_over()) continue;
    }
    ++stayed;
    EXPECT_EQ(&handoffs.present(), &reader);
    EXPECT_TRUE(hand_over()) << "with memory";
  }
  EXPECT_GT(stayed, 0) << "no allocation failed";
  for (auto* const reader : in_servants) EXPECT_FALSE(reader->return_to_reading());
  EXPECT_FALSE(handoffs.is_any_other_in_servant());
}

TEST_F(ReadersInServants, leave_their_words_to_others) {
  auto& first = handoffs.present();
  first.enter_servant();
  ASSERT_TRUE(hand_over());
  auto& second = handoffs.present();
  EXPECT_TRUE(handoffs.is_any_other_in_servant());
  EXPECT_FALSE(first.return_to_reading());
  second.enter_servant();
  ASSERT_TRUE(hand_over());
  EXPECT_EQ(&handoffs.present(), &first);
}

// The watch starts a thread at each look for as long as the reader stays, and a busy machine may
// run two of them at once. The idle check runs meanwhile.
TEST_F(ReadersInServants, are_replaced_once_each_though_several_threads_try) {
  constexpr int kThreads = 2;
  std::barrier together{kThreads + 1};
  wire::ReaderHandoff::Look look = 0;
  int taken_over[kThreads] = {};
  const auto try_to_take_over = [&](int thread) {
    for (int i = 0; i < kReaders; ++i) {
      together.arrive_and_wait();
      taken_over[thread] += handoffs.take_over(look) ? 1 : 0;
      together.arrive_and_wait();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(try_to_take_over, i);
    for (int i = 0; i < kReaders; ++i) {
      auto& reader = handoffs.present();
      reader.enter_servant();
      in_servants.push_back(&reader);
      look = reader.look();
      together.arrive_and_wait();
      (void)handoffs.is_any_other_in_servant();
      together.arrive_and_wait();
    }
  }
  EXPECT_EQ(taken_over[0] + taken_over[1], kReaders);
  EXPECT_TRUE(handoffs.is_any_other_in_servant());
  for (auto* const reader : in_servants) EXPECT_FALSE(reader->return_to_reading());
  EXPECT_FALSE(handoffs.is_any_other_in_servant());
}

}  // namespace
}  // namespace orbweaver::server
