// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/merger.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bits_of_frame.hpp"

namespace orbweaver::ax25 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t kMs = 1'000'000;
constexpr std::uint64_t kLater = 2 * Merger::kSameNs;

HeardFrame heard(std::uint64_t ms, std::uint8_t slicer, std::string_view text) {
  return {ms * kMs, static_cast<std::uint8_t>(1U << slicer), frame_saying(text)};
}

HeardFrame by_all(HeardFrame frame, std::uint8_t slicers) {
  frame.slicers = slicers;
  return frame;
}

TEST(AMerger, hands_on_one_frame_of_all_slicers) {
  Merger merger(2);
  EXPECT_THAT(merger.push({0, 100 * kMs + kLater, {heard(100, 0, "a")}}), IsEmpty());
  EXPECT_THAT(merger.push({1, 100 * kMs + kLater, {heard(101, 1, "a")}}),
              ElementsAre(by_all(heard(100, 0, "a"), 0b11)));
  EXPECT_EQ(merger.duplicates(), 1U);
}

TEST(AMerger, gives_the_same_whichever_slicer_is_ahead) {
  const std::vector<Findings> findings{
      {0, 500 * kMs, {heard(100, 0, "a"), heard(300, 0, "b")}},
      {1, 500 * kMs, {heard(101, 1, "a"), heard(299, 1, "c")}},
      {2, 500 * kMs, {heard(299, 2, "b")}},
  };
  std::vector<std::size_t> order{0, 1, 2};
  do {
    Merger merger(3);
    std::vector<HeardFrame> all;
    for (const auto which : order) {
      const auto out = merger.push(findings[which]);
      all.insert(all.end(), out.begin(), out.end());
    }
    EXPECT_THAT(all, ElementsAre(by_all(heard(100, 0, "a"), 0b011), heard(299, 1, "c"),
                                 by_all(heard(299, 2, "b"), 0b101)));
  } while (std::ranges::next_permutation(order).found);
}

TEST(AMerger, keeps_a_frame_that_is_sent_again) {
  Merger merger(1);
  EXPECT_THAT(merger.push({0, 1000 * kMs, {heard(100, 0, "a"), heard(213, 0, "a")}}),
              ElementsAre(heard(100, 0, "a"), heard(213, 0, "a")));
  EXPECT_EQ(merger.duplicates(), 0U);
}

TEST(AMerger, hands_on_at_the_end_what_still_waits) {
  Merger merger(2);
  EXPECT_THAT(merger.push({0, 100 * kMs, {heard(100, 0, "a")}}), IsEmpty());
  EXPECT_THAT(merger.finish(), ElementsAre(heard(100, 0, "a")));
  EXPECT_THAT(merger.finish(), IsEmpty());
}

TEST(AMerger, does_not_wait_without_end_for_a_slicer_that_does_not_go_on) {
  Merger merger(2);
  std::size_t out = 0;
  constexpr std::size_t kFrames = Merger::kMostWaiting + 10;
  for (std::size_t k = 0; k < kFrames; ++k) {
    out += merger.push({0, k * 200 * kMs, {heard(k * 200, 0, "a")}}).size();
  }
  EXPECT_EQ(out, 10U);
  EXPECT_EQ(merger.hurried(), 10U);
  EXPECT_EQ(merger.finish().size(), Merger::kMostWaiting);
}

TEST(AMerger, does_not_go_back_in_time) {
  Merger merger(1);
  EXPECT_THAT(merger.push({0, 1000 * kMs, {}}), IsEmpty());
  EXPECT_THAT(merger.push({0, 10 * kMs, {heard(100, 0, "late")}}),
              ElementsAre(heard(100, 0, "late")));
}

}  // namespace
}  // namespace orbweaver::ax25
