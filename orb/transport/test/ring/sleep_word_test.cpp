// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/transport/ring/sleep_word.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace orbweaver::transport::ring {
namespace {

/// Lets other threads run between the two steps of must_ring(): the word was read, and its value
/// has not been compared yet.
struct Interrupted : DirectAccess {
  inline static std::function<void()> after_the_next_load;

  template <class Word>
  [[nodiscard]] static Word load_relaxed(const Word& word) noexcept {
    const Word value = DirectAccess::load_relaxed(word);
    if (const auto others = std::exchange(after_the_next_load, nullptr)) others();
    return value;
  }
};

TEST(SleepWord, rings_once_for_each_sleep) {
  std::uint32_t word = 0;
  SleepWord<> sleeper{word};
  Waker<> waker{word};
  EXPECT_TRUE(waker.must_ring());  // a word that was never written
  EXPECT_FALSE(waker.must_ring());
  sleeper.announce_awake();
  EXPECT_FALSE(waker.must_ring());
  sleeper.announce_sleep();
  EXPECT_TRUE(waker.must_ring());
  sleeper.announce_sleep();
  EXPECT_TRUE(waker.must_ring());
  EXPECT_FALSE(waker.must_ring());
}

TEST(SleepWord, rings_once_for_each_sleep_though_a_thread_comes_late) {
  std::uint32_t word = 0;
  SleepWord<Interrupted> sleeper{word};
  Waker<Interrupted> waker{word};
  Interrupted::after_the_next_load = [&] {
    EXPECT_TRUE(waker.must_ring());
    sleeper.announce_sleep();
    EXPECT_TRUE(waker.must_ring());
  };
  EXPECT_FALSE(waker.must_ring());  // others have rung for the sleep that it saw
  EXPECT_FALSE(waker.must_ring());  // and for this one
}

TEST(SleepWord, rings_on_when_the_numbers_of_sleeps_begin_anew) {
  std::uint32_t word = 0;
  Waker<> waker{word};
  for (const std::uint32_t value : {0x7FFF'FFFEU, 0xFFFF'FFFCU, 0xFFFF'FFFEU, 0U, 2U}) {
    word = value;
    EXPECT_TRUE(waker.must_ring());
    EXPECT_FALSE(waker.must_ring());
  }
}

}  // namespace
}  // namespace orbweaver::transport::ring
