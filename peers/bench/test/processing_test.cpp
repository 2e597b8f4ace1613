// SPDX-License-Identifier: Apache-2.0
#include <bench/processing.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

namespace bench {
namespace {

using testing::Each;
using testing::Ge;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Processing, tells_when_each_packet_was_taken_in_order) {
  Processing<int> processing;
  const auto before = static_cast<std::uint64_t>(now_ns());
  for (int n = 0; n < 100; ++n) processing.push([&](int& place) { place = n; });
  const auto times = processing.taken_ns();
  EXPECT_THAT(times, SizeIs(100));
  EXPECT_THAT(times, Each(Ge(before)));
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
}

TEST(Processing, tells_of_each_packet_once) {
  Processing<int> processing;
  processing.push([](int&) {});
  EXPECT_THAT(processing.taken_ns(), SizeIs(1));
  EXPECT_THAT(processing.taken_ns(), IsEmpty());
}

TEST(Processing, takes_packets_of_many_threads_and_loses_none) {
  Processing<std::vector<int>> processing;
  {
    std::vector<std::jthread> pushers;
    for (int thread = 0; thread < 8; ++thread)
      pushers.emplace_back([&] {
        for (int n = 0; n < 500; ++n)
          processing.push([&](std::vector<int>& place) { place.assign(4, n); });
      });
  }
  EXPECT_THAT(processing.taken_ns(), SizeIs(4000));
}

TEST(Processing, may_end_with_packets_that_were_not_asked_about) {
  Processing<int> processing;
  for (int n = 0; n < 3; ++n) processing.push([](int&) {});
}

}  // namespace
}  // namespace bench
