// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/device_state.hpp>

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace orbweaver::device {
namespace {

using Admin = AdminState;
using Operational = OperationalState;
using Usage = UsageState;

const Amounts kHalf{{"memory", 50}}, kAll{{"memory", 100}};

class ADevice : public testing::Test {
 protected:
  std::vector<StateChange> changes;
  DeviceState state{{{"memory", 100}},
                    [this](const StateChange& state_change) { changes.push_back(state_change); }};
};

template <class Refusal>
std::string why(const Result<void, Refusal>& outcome) {
  if (outcome) return "";
  if constexpr (std::is_same_v<Refusal, StateRefusal>)
    return std::string{describe(outcome.error())};
  else if (const auto* refusal = std::get_if<StateRefusal>(&outcome.error()))
    return std::string{describe(*refusal)};
  return "capacity";
}

TEST_F(ADevice, begins_unlocked_enabled_and_idle) {
  EXPECT_EQ(state.admin(), Admin::unlocked);
  EXPECT_EQ(state.operational(), Operational::enabled);
  EXPECT_EQ(state.usage(), Usage::idle);
}

TEST_F(ADevice, is_active_with_something_taken_and_busy_with_nothing_left) {
  EXPECT_TRUE(state.allocate(kHalf));
  EXPECT_EQ(state.usage(), Usage::active);
  EXPECT_TRUE(state.allocate(kHalf));
  EXPECT_EQ(state.usage(), Usage::busy);
  EXPECT_EQ(why(state.allocate(kHalf)), "capacity");
  EXPECT_TRUE(state.deallocate(kHalf));
  EXPECT_EQ(state.usage(), Usage::active);
  EXPECT_TRUE(state.deallocate(kHalf));
  EXPECT_EQ(state.usage(), Usage::idle);
  EXPECT_EQ(changes, (std::vector<StateChange>{
                         Change{Usage::idle, Usage::active}, Change{Usage::active, Usage::busy},
                         Change{Usage::busy, Usage::active}, Change{Usage::active, Usage::idle}}));
}

TEST_F(ADevice, that_is_idle_is_locked_at_once) {
  state.set_admin(Admin::locked);
  EXPECT_EQ(state.admin(), Admin::locked);
  EXPECT_EQ(changes, (std::vector<StateChange>{Change{Admin::unlocked, Admin::shutting_down},
                                               Change{Admin::shutting_down, Admin::locked}}));
  state.set_admin(Admin::locked);
  state.set_admin(Admin::shutting_down);
  EXPECT_EQ(state.admin(), Admin::locked);
  EXPECT_EQ(changes.size(), 2U);
  state.set_admin(Admin::unlocked);
  EXPECT_EQ(state.admin(), Admin::unlocked);
}

TEST_F(ADevice, in_use_shuts_down_until_it_is_idle) {
  EXPECT_TRUE(state.allocate(kHalf));
  EXPECT_TRUE(state.begin_use());
  state.set_admin(Admin::locked);
  EXPECT_EQ(state.admin(), Admin::shutting_down);
  EXPECT_EQ(why(state.allocate(kHalf)), "the device is shutting down");
  EXPECT_EQ(why(state.begin_use()), "the device is shutting down");
  EXPECT_TRUE(state.check_may_release());
  EXPECT_TRUE(state.deallocate(kHalf));
  EXPECT_EQ(state.admin(), Admin::shutting_down) << "something is still in use";
  state.end_use();
  EXPECT_EQ(state.admin(), Admin::locked);
}

TEST_F(ADevice, that_shuts_down_can_be_unlocked_again) {
  EXPECT_TRUE(state.allocate(kHalf));
  state.set_admin(Admin::shutting_down);
  state.set_admin(Admin::unlocked);
  EXPECT_TRUE(state.allocate(kHalf));
  EXPECT_TRUE(state.deallocate(kAll));
  EXPECT_EQ(state.admin(), Admin::unlocked);
}

TEST_F(ADevice, that_is_locked_refuses_everything) {
  state.set_admin(Admin::locked);
  EXPECT_EQ(why(state.allocate(kHalf)), "the device is locked");
  EXPECT_EQ(why(state.deallocate(kHalf)), "the device is locked");
  EXPECT_EQ(why(state.begin_use()), "the device is locked");
  EXPECT_EQ(why(state.check_may_release()), "the device is locked");
}

TEST_F(ADevice, that_is_disabled_refuses_everything) {
  EXPECT_TRUE(state.allocate(kHalf));
  state.set_operational(Operational::disabled);
  EXPECT_EQ(why(state.allocate(kHalf)), "the device is disabled");
  EXPECT_EQ(why(state.deallocate(kHalf)), "the device is disabled");
  EXPECT_EQ(why(state.begin_use()), "the device is disabled");
  EXPECT_EQ(why(state.check_may_release()), "the device is disabled");
  state.set_operational(Operational::enabled);
  EXPECT_TRUE(state.deallocate(kHalf));
  EXPECT_EQ(state.usage(), Usage::idle);
}

TEST_F(ADevice, keeps_its_state_when_it_refuses_an_amount) {
  EXPECT_EQ(why(state.allocate({{"memory", 101}})), "capacity");
  EXPECT_EQ(why(state.allocate({{"antennas", 1}})), "capacity");
  EXPECT_EQ(why(state.deallocate({{"memory", 1}})), "capacity");
  EXPECT_EQ(state.usage(), Usage::idle);
  EXPECT_TRUE(changes.empty());
}

TEST_F(ADevice, with_nothing_but_a_program_is_active) {
  EXPECT_TRUE(state.begin_use());
  EXPECT_EQ(state.usage(), Usage::active);
  state.end_use();
  EXPECT_EQ(state.usage(), Usage::idle);
}

TEST_F(ADevice, knows_its_capacities) {
  EXPECT_TRUE(state.allocate(kHalf));
  EXPECT_TRUE(state.has_capacity("memory"));
  EXPECT_FALSE(state.has_capacity("antennas"));
  EXPECT_EQ(state.capacities(), std::vector<std::string>{"memory"});
  EXPECT_EQ(state.left("memory"), 50U);
  EXPECT_EQ(state.total("memory"), 100U);
}

TEST(ADeviceOfManyThreads, is_never_overbooked_and_ends_idle) {
  DeviceState state{{{"memory", 100}}};
  std::vector<std::jthread> threads;
  std::array<int, 4> wrong{};
  for (auto& count : wrong)
    threads.emplace_back([&] {
      for (int i = 0; i < 5'000; ++i) {
        if (!state.allocate({{"memory", 40}})) continue;
        if (state.left("memory") > 60) ++count;
        if (!state.deallocate({{"memory", 40}})) ++count;
      }
    });
  for (int i = 0; i < 1'000; ++i) {
    state.set_admin(Admin::locked);
    state.set_admin(Admin::unlocked);
  }
  threads.clear();
  for (const int count : wrong) EXPECT_EQ(count, 0);
  EXPECT_EQ(state.usage(), Usage::idle);
  EXPECT_EQ(state.left("memory"), 100U);
}

}  // namespace
}  // namespace orbweaver::device
