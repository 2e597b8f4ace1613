// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <orbweaver/component/stage/service_pace.hpp>

#include <vector>

namespace orbweaver::component {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

ServicePace after(const std::vector<Nanoseconds>& services) {
  ServicePace pace;
  for (const auto service : services) pace.record(service);
  return pace;
}

TEST(ServicePace, expects_what_was_regular) {
  const auto started = now();
  EXPECT_EQ(after({milliseconds(5), milliseconds(5)}).expected_end(started),
            started + milliseconds(5));
}

TEST(ServicePace, expects_nothing_at_first_and_of_the_irregular) {
  const auto started = now();
  EXPECT_EQ(after({}).expected_end(started), std::nullopt);
  EXPECT_EQ(after({milliseconds(5)}).expected_end(started), std::nullopt);
  EXPECT_EQ(after({milliseconds(5), milliseconds(6)}).expected_end(started), std::nullopt);
}

TEST(ServicePace, expects_nothing_of_work_so_short_that_being_awake_would_be_most_of_it) {
  EXPECT_EQ(after({microseconds(300), microseconds(300)}).expected_end(now()), std::nullopt);
}

}  // namespace
}  // namespace orbweaver::component
