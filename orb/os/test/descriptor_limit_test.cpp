// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/descriptor_limit.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace orbweaver::os {
namespace {

class TheLimitOfDescriptors : public testing::Test {
 protected:
  TheLimitOfDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before);
    rlimit low = before;
    low.rlim_cur = 100;
    ::setrlimit(RLIMIT_NOFILE, &low);
  }
  ~TheLimitOfDescriptors() override { ::setrlimit(RLIMIT_NOFILE, &before); }
  rlimit before{};
};

TEST_F(TheLimitOfDescriptors, is_raised_as_far_as_the_system_lets_it) {
  EXPECT_EQ(raise_descriptor_limit(110), 110U);
  EXPECT_EQ(raise_descriptor_limit(50), 110U) << "it is never lowered";
  EXPECT_EQ(raise_descriptor_limit(UINT64_MAX), before.rlim_max);
  rlimit now{};
  ::getrlimit(RLIMIT_NOFILE, &now);
  EXPECT_EQ(now.rlim_cur, before.rlim_max);
}

}  // namespace
}  // namespace orbweaver::os
