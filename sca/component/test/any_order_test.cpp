// SPDX-License-Identifier: Apache-2.0
// Components that are stopped, started and released in any order, while packets flow.
#include "numbers.hpp"
#include "running_component.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

namespace orbweaver::component {
namespace {

using test::Counter, test::Doubler, test::NumberKeeper;
using testing::Parameters, testing::Running;

struct Case {
  const char* messaging;
  bool is_together;
};
std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.messaging;
  std::ranges::replace(name, '-', '_');
  return name + (info.param.is_together ? "_together" : "_separate");
}

/// A source that never ends, a stage and a sink, in one ORB or each in its own.
class AnyOrder : public ::testing::TestWithParam<Case> {
 protected:
  AnyOrder() {
    ::testing::internal::CaptureStdout();
    EXPECT_TRUE(source_.component().set<std::uint32_t>("count", 0xffffffff));
    stage_.connect("numbers_out", sink_, "numbers_in");
    source_.connect("numbers_out", stage_, "numbers_in");
  }
  ~AnyOrder() override { (void)::testing::internal::GetCapturedStdout(); }

  /// A call that waits for another one has all the time there is: the test's runner ends it.
  static Parameters parameters() {
    return {{"messaging", GetParam().messaging}, {"call_timeout_ms", "3600000"}};
  }
  static std::shared_ptr<CORBA::ORB> shared_or_own() {
    static const auto shared = CORBA::ORB_init();
    return GetParam().is_together ? shared : CORBA::ORB_init(std::vector<std::string>{});
  }

  std::vector<resource::Component*> sink_first() {
    return {&sink_.component(), &stage_.component(), &source_.component()};
  }
  std::vector<resource::Component*> source_first() {
    auto all = sink_first();
    std::ranges::reverse(all);
    return all;
  }
  void await_more() {
    const auto before = sink_.component().wait_for(0).size();
    (void)sink_.component().wait_for(before + 10);
  }
  void release_at_once() {
    const std::jthread a([&] { sink_.end(); }), b([&] { stage_.end(); });
    source_.end();
  }

  Running<NumberKeeper> sink_{shared_or_own(), parameters()};
  Running<Doubler> stage_{shared_or_own(), parameters()};
  Running<Counter> source_{shared_or_own(), parameters()};
};
INSTANTIATE_TEST_SUITE_P(Messaging, AnyOrder,
                         ::testing::Values(Case{"oneway", false}, Case{"oneway", true},
                                           Case{"oneway-worker", false},
                                           Case{"oneway-worker", true}, Case{"twoway", false},
                                           Case{"twoway", true}, Case{"twoway-worker", false},
                                           Case{"twoway-worker", true}, Case{"ordered", false},
                                           Case{"ordered", true}),
                         name_of);

TEST_P(AnyOrder, stops_and_starts_a_running_radio) {
  for (auto* component : source_first()) ASSERT_TRUE(component->start());
  await_more();
  for (auto* component : sink_first()) ASSERT_TRUE(component->stop());
  for (auto* component : source_first()) ASSERT_TRUE(component->start());
  await_more();
  for (auto* component : source_first()) ASSERT_TRUE(component->stop());
  for (auto* component : sink_first()) ASSERT_TRUE(component->start());
  await_more();
  for (auto* component : sink_first()) ASSERT_TRUE(component->stop());
  release_at_once();
}

TEST_P(AnyOrder, loses_and_displaces_nothing_when_a_radio_is_stopped) {
  if (std::string_view{GetParam().messaging}.starts_with("oneway")) GTEST_SKIP() << "no order";
  for (auto* component : sink_first()) ASSERT_TRUE(component->start());
  for (int i = 0; i < 10; ++i) {
    await_more();
    for (auto* component : sink_first()) ASSERT_TRUE(component->stop());
    for (auto* component : source_first()) ASSERT_TRUE(component->start());
  }
  for (auto* component : sink_first()) ASSERT_TRUE(component->stop());
  release_at_once();
  std::int32_t last = 0;
  for (const auto number : sink_.component().wait_for(0)) EXPECT_EQ(number, last += 2);
}

}  // namespace
}  // namespace orbweaver::component
