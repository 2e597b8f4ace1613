// SPDX-License-Identifier: Apache-2.0
// Connections come and go, and the channel ends, while events flow: for the thread sanitizer.
#include "core/channel_core.hpp"
#include "core/rig.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace {

using namespace orbweaver;
using namespace orbweaver::events;
using Manner = FakeConsumer::Manner;

constexpr int kRounds = 200;

void connect_and_disconnect(ChannelCore& core, const std::string& prefix) {
  constexpr std::array kManners{Manner::answers, Manner::fails,   Manner::loses,
                                Manner::refuses, Manner::is_gone, Manner::throws};
  for (int round = 0; round < kRounds; ++round) {
    const auto id = prefix + std::to_string(round % 5);
    const auto manner = kManners[static_cast<std::size_t>(round) % kManners.size()];
    (void)core.connect(id, std::make_shared<FakeConsumer>(manner));
    if (round % 3 == 0) std::this_thread::yield();
    (void)core.disconnect(id);
  }
}

TEST(Consumers, come_and_go_while_events_flow) {
  ChannelRig rig;
  const auto constant = rig.connect("constant");
  std::atomic<bool> is_over{false};
  {
    std::jthread observer([&] {
      while (!is_over) (void)rig.core().statistics();
    });
    {
      std::vector<std::jthread> threads;
      threads.reserve(4);
      for (int i = 0; i < 2; ++i) threads.emplace_back([&] { rig.push(0, kRounds); });
      for (int i = 0; i < 2; ++i)
        threads.emplace_back(
            [&, i] { connect_and_disconnect(rig.core(), std::to_string(i) + "-"); });
    }
    is_over = true;
  }
  spin_until([&] { return rig.statistics_of("constant").counts.delivered == 2U * kRounds; });
  EXPECT_EQ(constant->values().size(), 2U * kRounds);
}

TEST(EachSupplier, is_heard_in_its_order) {
  constexpr std::int32_t kSuppliers = 4, kEvents = 200;
  ChannelRig rig;
  const auto consumer = rig.connect("one"), slow = rig.connect("slow", Manner::answers, 1);
  {
    std::vector<std::jthread> suppliers;
    for (std::int32_t i = 0; i < kSuppliers; ++i)
      suppliers.emplace_back([&, i] { rig.push(i * 1'000, kEvents); });
  }
  for (const auto& entry : {consumer, slow}) {
    const auto values = entry->wait_for_values(kSuppliers * kEvents);
    for (std::int32_t i = 0; i < kSuppliers; ++i) {
      std::vector<std::int32_t> of_one;
      std::ranges::copy_if(values, std::back_inserter(of_one),
                           [&](auto value) { return value / 1'000 == i; });
      EXPECT_EQ(of_one, numbers(i * 1'000, kEvents));
    }
  }
}

TEST(AChannel, may_end_while_events_flow_and_consumers_come) {
  for (int round = 0; round < 20; ++round) {
    ChannelRig rig;
    (void)rig.connect("constant");
    std::vector<std::jthread> threads;
    threads.emplace_back([&] { rig.push(0, kRounds); });
    threads.emplace_back([&] {
      for (int i = 0; i < kRounds; ++i)
        (void)rig.core().connect(std::make_shared<FakeConsumer>(Manner::refuses));
    });
    threads.emplace_back([&] { rig.core().destroy(); });
    threads.clear();
    EXPECT_FALSE(rig.core().push(any_of(0)));
    EXPECT_TRUE(rig.core().statistics().consumers.empty());
  }
}

TEST(AnAnswer, may_come_in_any_thread_and_after_the_end) {
  std::vector<std::shared_ptr<FakeConsumer>> silent;
  for (int round = 0; round < 20; ++round) {
    ChannelRig rig;
    for (int i = 0; i < 5; ++i)
      silent.push_back(rig.connect(std::to_string(i), Manner::holds_answers));
    rig.push(0, 20);
    std::vector<std::jthread> threads;
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < 3; ++i) silent[silent.size() - 1 - i]->answer_all();
    });
    threads.emplace_back([&] { rig.core().destroy(); });
  }
  for (const auto& fake_consumer : silent) fake_consumer->answer_all();
}

}  // namespace
