// SPDX-License-Identifier: Apache-2.0
// The cases of interleavings_test.cpp find each memory order that is too weak and each step that is
// in the wrong place. docs/verify/memory-orders.md has the table.
#include <gmock/gmock.h>

#include "ring_cases.hpp"
#include "sleep_cases.hpp"

namespace orbweaver::transport::ring {
namespace {

using testing::StartsWith;

constexpr Orders kRelaxedLoad{.load_acquire = std::memory_order_relaxed};
constexpr Orders kRelaxedStore{.store_release = std::memory_order_relaxed};
constexpr Orders kNoFence{.fence = std::memory_order_relaxed};
constexpr Orders kWeakFence{.fence = std::memory_order_acq_rel};

using Right = ModelAccess<>;

constexpr auto kRace = "data race";
constexpr auto kWaits = "a thread waits for ever";

std::string small_records(auto... access) {
  return pass_records<64, decltype(access)...>({8, 8, 8, 8, 8}).failure;
}

TEST(WeakenedOrders, of_the_writers_commit_are_found) {
  EXPECT_THAT(small_records(ModelAccess<kRelaxedStore>{}, Right{}), StartsWith(kRace));
}
TEST(WeakenedOrders, of_the_readers_load_of_the_commit_word_are_found) {
  EXPECT_THAT(small_records(Right{}, ModelAccess<kRelaxedLoad>{}), StartsWith(kRace));
}
TEST(WeakenedOrders, of_the_readers_store_of_its_position_are_found) {
  EXPECT_THAT(small_records(Right{}, ModelAccess<kRelaxedStore>{}), StartsWith(kRace));
}
TEST(WeakenedOrders, of_the_writers_load_of_the_readers_position_are_found) {
  EXPECT_THAT(small_records(ModelAccess<kRelaxedLoad>{}, Right{}), StartsWith(kRace));
}

struct NeverZeroes : Right {
  static void store_relaxed(std::uint32_t&, std::uint32_t) noexcept {}  // it stores only zeros
};
/// Zeroes the next commit word after it has committed the record.
struct ZeroesLate : Right {
  inline static std::uint32_t* next = nullptr;
  static void store_relaxed(std::uint32_t& word, std::uint32_t) noexcept { next = &word; }
  static void store_release(std::uint32_t& word, std::uint32_t value) noexcept {
    Right::store_release(word, value);
    Right::store_relaxed(*next, std::uint32_t{0});
  }
};

TEST(MisplacedSteps, of_the_zero_behind_a_record_are_found) {
  // The reader finds the commit word of the last lap, with nothing behind it that is new.
  EXPECT_THAT(small_records(NeverZeroes{}, Right{}), StartsWith(kRace));
  EXPECT_THAT(small_records(ZeroesLate{}, Right{}), StartsWith(kRace));
}
TEST(MisplacedSteps, of_a_payload_after_its_commit_are_found) {
  const auto found = pass_records<64, Right, Right, Misuse::payload_after_commit>({8, 8});
  EXPECT_THAT(found.failure, StartsWith(kRace));
}
// The last two are written where the first lies. Records of one size would not show it: the unit
// that always stays free protects the one that is being read.
TEST(MisplacedSteps, of_a_reader_that_frees_before_it_copies_are_found) {
  const auto found = pass_records<128, Right, Right, Misuse::frees_before_copy>({40, 24, 24, 8, 8});
  EXPECT_THAT(found.failure, StartsWith(kRace));
}

TEST(WeakenedOrders, of_the_sleepers_fence_are_found) {
  EXPECT_THAT((wake_for_events<ModelAccess<kNoFence>, Right>(1, false).failure),
              StartsWith(kWaits));
  EXPECT_THAT((wake_for_events<ModelAccess<kWeakFence>, Right>(1, false).failure),
              StartsWith(kWaits));
  EXPECT_THAT((wake_by_two<ModelAccess<kNoFence>, Right>(false).failure), StartsWith(kWaits));
}
TEST(WeakenedOrders, of_the_wakers_fence_are_found) {
  EXPECT_THAT((wake_for_events<Right, ModelAccess<kNoFence>>(1, false).failure),
              StartsWith(kWaits));
  EXPECT_THAT((wake_for_events<Right, ModelAccess<kWeakFence>>(1, false).failure),
              StartsWith(kWaits));
  EXPECT_THAT((wake_by_two<Right, ModelAccess<kNoFence>>(false).failure), StartsWith(kWaits));
}
TEST(WeakenedOrders, of_either_fence_are_found_at_a_ring_whose_sides_sleep) {
  using NoFence = ModelAccess<kNoFence>;
  EXPECT_THAT((pass_records_sleeping<Sleeps::reader, NoFence, Right>(0, {8}).failure),
              StartsWith(kWaits));
  EXPECT_THAT((pass_records_sleeping<Sleeps::reader, Right, NoFence>(0, {8}).failure),
              StartsWith(kWaits));
  EXPECT_THAT((pass_records_sleeping<Sleeps::writer, NoFence, Right>(3, {8, 8, 8, 8}).failure),
              StartsWith(kWaits));
  EXPECT_THAT((pass_records_sleeping<Sleeps::writer, Right, NoFence>(3, {8, 8, 8, 8}).failure),
              StartsWith(kWaits));
}

/// Even and odd without a count: zero for asleep, each time.
struct SameNumbers : Right {
  static void store_relaxed(std::uint32_t& word, std::uint32_t value) noexcept {
    Right::store_relaxed(word, value % 2);
  }
};
TEST(MisplacedSteps, of_a_sleep_word_that_does_not_count_are_found) {
  EXPECT_THAT((wake_for_events<SameNumbers, Right>(2, false).failure), StartsWith(kWaits));
}
TEST(MisplacedSteps, of_a_waker_that_rings_before_it_publishes_are_found) {
  constexpr auto kMisuse = SleepMisuse::rings_before_it_publishes;
  EXPECT_THAT((wake_for_events<Right, Right, kMisuse>(2, false).failure), StartsWith(kWaits));
}
TEST(MisplacedSteps, of_a_sleeper_that_checks_before_it_announces_are_found) {
  constexpr auto kMisuse = SleepMisuse::checks_before_it_announces;
  EXPECT_THAT((wake_for_events<Right, Right, kMisuse>(2, false).failure), StartsWith(kWaits));
}

}  // namespace
}  // namespace orbweaver::transport::ring
