#include <orbweaver/component/gate.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace orbweaver::component {
namespace {

TEST(AGate, closes_when_every_packet_inside_has_left) {
  Gate gate;
  ASSERT_TRUE(gate.enter());
  std::atomic<bool> is_closed{false};
  std::jthread closer([&] {
    gate.close();
    is_closed = true;
  });
  EXPECT_FALSE(is_closed);
  gate.leave();
  closer.join();
  EXPECT_TRUE(is_closed);
}

TEST(AGate, lets_in_what_waits_when_it_opens_again) {
  Gate gate;
  gate.close();
  std::atomic<bool> is_in{false};
  std::jthread visitor([&] { is_in = gate.enter(); });
  gate.open();
  visitor.join();
  EXPECT_TRUE(is_in);
}

TEST(AGate, that_is_shut_refuses_for_good) {
  Gate gate;
  gate.close();
  std::atomic<bool> is_in{true};
  std::jthread visitor([&] { is_in = gate.enter(); });
  gate.shut();
  visitor.join();
  EXPECT_FALSE(is_in);
  gate.open();
  EXPECT_FALSE(gate.enter());
}

}  // namespace
}  // namespace orbweaver::component
