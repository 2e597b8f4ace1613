// SPDX-License-Identifier: Apache-2.0
#include "data_ports/sample_shelf.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace orbweaver::component {
namespace {

using Shelf = SampleShelf<std::int32_t>;

TEST(SampleShelf, shares_the_samples_where_they_lie) {
  Shelf shelf;
  std::vector<std::int32_t> samples{1, 2, 3};
  const auto* const place = samples.data();
  const auto view = shelf.share(samples);
  EXPECT_EQ(view.data(), place);
  EXPECT_EQ(std::vector(view.begin(), view.end()), (std::vector<std::int32_t>{1, 2, 3}));
  EXPECT_NE(samples.data(), place);
}

TEST(SampleShelf, gives_the_memory_of_what_was_read_back_and_not_before) {
  Shelf shelf;
  std::vector<std::int32_t> samples{1, 2, 3};
  const auto* const place = samples.data();
  std::optional view{shelf.share(samples)};
  const std::optional copy{view};
  view.reset();
  samples = {4, 5};
  const auto second = shelf.share(samples);
  EXPECT_NE(samples.data(), place) << "a copy of the view is still read";
}

TEST(SampleShelf, uses_the_memory_of_what_was_read_again) {
  Shelf shelf;
  std::vector<std::int32_t> samples{1, 2, 3};
  const auto* const place = samples.data();
  { const auto view = shelf.share(samples); }
  samples = {4, 5};
  const auto second = shelf.share(samples);
  EXPECT_EQ(samples.data(), place);
}

TEST(SampleShelf, shares_no_samples_as_none) {
  Shelf shelf;
  std::vector<std::int32_t> samples;
  EXPECT_TRUE(shelf.share(samples).empty());
}

TEST(SampleShelf, views_outlive_it) {
  std::optional<Shelf> shelf{std::in_place};
  std::vector<std::int32_t> samples{7};
  const auto view = shelf->share(samples);
  shelf.reset();
  EXPECT_EQ(view[0], 7);
}

TEST(SampleShelf, readers_in_other_threads_see_what_was_shared) {
  constexpr int kPackets = 400;
  Shelf shelf;
  std::atomic<int> wrong = 0;
  std::vector<std::int32_t> samples;
  for (int i = 0; i < kPackets;) {
    std::vector<std::jthread> readers;
    for (int reader = 0; reader < 4; ++reader, ++i) {
      samples.assign(16, i);
      readers.emplace_back([&wrong, i, view = shelf.share(samples)] {
        for (const auto entry : view) wrong += entry == i ? 0 : 1;
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(SampleShelf, gives_its_samples_to_the_last_reader_who_would_change_them) {
  Shelf shelf;
  std::vector<std::int32_t> samples{1, 2, 3};
  const auto* const place = samples.data();
  std::optional view{shelf.share(samples)};
  std::vector<std::int32_t> taken{4};
  ASSERT_TRUE(Shelf::take_back(view->memory(), view->values(), taken));
  EXPECT_EQ(taken.data(), place);
  EXPECT_EQ(taken, (std::vector<std::int32_t>{1, 2, 3}));
  view.reset();  // its memory, which has other samples now, is used again
  std::vector<std::int32_t> more{5};
  EXPECT_EQ(shelf.share(more)[0], 5);
  EXPECT_EQ(more, std::vector<std::int32_t>{4});
}

TEST(SampleShelf, keeps_samples_that_something_else_reads) {
  Shelf shelf;
  std::vector<std::int32_t> samples{1, 2, 3}, taken{4};
  const auto view = shelf.share(samples);
  const auto copy = view;
  EXPECT_FALSE(Shelf::take_back(view.memory(), view.values(), taken));
  EXPECT_EQ(taken, std::vector<std::int32_t>{4});
  EXPECT_EQ(copy[2], 3);
}

TEST(SampleShelf, keeps_samples_that_are_not_its_own_and_parts_of_them) {
  Shelf shelf;
  std::vector<std::int32_t> samples{1, 2, 3}, taken{4};
  const auto view = shelf.share(samples);
  EXPECT_FALSE(Shelf::take_back(view.memory(), view.values().first(2), taken));
  const corba::View<std::int32_t> other{std::vector<std::int32_t>{1, 2, 3}};
  EXPECT_FALSE(Shelf::take_back(other.memory(), other.values(), taken));
  EXPECT_FALSE(Shelf::take_back({}, {}, taken));
  EXPECT_EQ(taken, std::vector<std::int32_t>{4});
}

}  // namespace
}  // namespace orbweaver::component
