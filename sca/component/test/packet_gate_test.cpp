// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/component/packet_gate.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace orbweaver::component {
namespace {

TEST(AGate, closes_when_nothing_inside_is_at_work) {
  PacketGate gate;
  ASSERT_TRUE(gate.enter());
  std::atomic<bool> is_closed{false};
  std::jthread closer([&] {
    gate.close();
    is_closed = true;
  });
  EXPECT_FALSE(is_closed);
  gate.pause_work();
  closer.join();
  EXPECT_TRUE(is_closed);
  gate.leave();
}

TEST(AGate, that_is_closed_holds_what_goes_back_to_work) {
  PacketGate gate;
  ASSERT_TRUE(gate.enter());
  gate.pause_work();
  gate.close();
  std::atomic<bool> is_at_work{false};
  std::jthread visitor([&] { is_at_work = gate.resume_work(); });
  EXPECT_FALSE(is_at_work);
  gate.open();
  visitor.join();
  EXPECT_TRUE(is_at_work);
}

TEST(AGate, lets_in_what_waits_when_it_opens_again) {
  PacketGate gate;
  gate.close();
  std::atomic<bool> is_in{false};
  std::jthread visitor([&] { is_in = gate.enter(); });
  gate.open();
  visitor.join();
  EXPECT_TRUE(is_in);
}

TEST(AGate, is_shut_when_nothing_is_inside) {
  PacketGate gate;
  ASSERT_TRUE(gate.enter());
  gate.pause_work();
  std::atomic<bool> is_shut{false};
  std::jthread closer([&] {
    gate.shut();
    is_shut = true;
  });
  EXPECT_FALSE(is_shut);
  gate.leave();
  closer.join();
  EXPECT_TRUE(is_shut);
}

TEST(AGate, that_is_shut_refuses_for_good) {
  PacketGate gate;
  gate.close();
  std::atomic<bool> is_in{true};
  std::jthread visitor([&] { is_in = gate.enter(); });
  gate.shut();
  visitor.join();
  EXPECT_FALSE(is_in);
  gate.open();
  EXPECT_FALSE(gate.enter());
  EXPECT_FALSE(gate.resume_work());
}

TEST(AGate, finds_nothing_at_work_whenever_it_closes) {
  PacketGate gate;
  std::atomic<int> at_work{0};
  std::atomic<bool> is_over{false};
  std::vector<std::jthread> visitors;
  for (int i = 0; i < 4; ++i)
    visitors.emplace_back([&] {
      while (!is_over && gate.enter()) {
        ++at_work;
        --at_work;
        gate.pause_work();
        gate.leave();
      }
    });
  for (int i = 0; i < 1000; ++i) {
    gate.close();
    EXPECT_EQ(at_work, 0);
    gate.open();
  }
  is_over = true;
}

}  // namespace
}  // namespace orbweaver::component
