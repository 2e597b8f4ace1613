#include "reader_handoffs.hpp"

#include "failing_memory.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace orbweaver::server
