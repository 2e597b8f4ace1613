// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/engine/shutdown_phase.hpp>

#include <gtest/gtest.h>

namespace orbweaver::engine {
namespace {

using Phase = ShutdownPhase::Phase;

TEST(ShutdownPhase, is_carried_out_by_one_thread) {
  ShutdownPhase shutdown;
  shutdown.requested();
  EXPECT_EQ(shutdown.phase(), Phase::is_requested);
  EXPECT_FALSE(shutdown.has_begun());
  EXPECT_TRUE(shutdown.begins());
  EXPECT_FALSE(shutdown.begins());
  EXPECT_EQ(shutdown.phase(), Phase::under_way);
  shutdown.ends();
  EXPECT_TRUE(shutdown.is_over());
  EXPECT_FALSE(shutdown.begins());
}

TEST(ShutdownPhase, is_requested_once_it_has_begun) {
  ShutdownPhase shutdown;
  EXPECT_FALSE(shutdown.was_requested());
  EXPECT_TRUE(shutdown.begins());
  EXPECT_TRUE(shutdown.was_requested());
}

TEST(ShutdownPhase, does_not_go_back_when_it_is_requested_again) {
  ShutdownPhase shutdown;
  ASSERT_TRUE(shutdown.begins());
  shutdown.requested();
  EXPECT_EQ(shutdown.phase(), Phase::under_way);
  shutdown.ends();
  shutdown.requested();
  EXPECT_TRUE(shutdown.is_over());
}

}  // namespace
}  // namespace orbweaver::engine
