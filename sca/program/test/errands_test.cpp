// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/errands.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace orbweaver::program {
namespace {

TEST(Errands, are_all_done_before_it_has_finished) {
  std::atomic<int> done = 0;
  Errands errands{3};
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(errands.post([&done] { ++done; }));
  errands.finish();
  EXPECT_EQ(done, 100);
}

TEST(Errands, are_not_taken_after_it_has_finished) {
  Errands errands{1};
  errands.finish();
  EXPECT_FALSE(errands.post([] { FAIL(); }));
}

}  // namespace
}  // namespace orbweaver::program
