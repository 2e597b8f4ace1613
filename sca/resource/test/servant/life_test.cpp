// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/resource/life.hpp>

#include <gtest/gtest.h>

namespace orbweaver::resource {
namespace {

using State = Life::State;
using Step = Life::Step;

Life life_in(State state) {
  Life life;
  if (state == State::constructed) return life;
  life.initialised();
  if (state == State::started) life.started();
  if (state == State::stopped) life.stopped();
  if (state == State::released) (void)life.release();
  return life;
}

struct Row {
  State state;
  Step initialize, start, stop;
  Life::Release release;
};

class ALife : public testing::TestWithParam<Row> {};

TEST_P(ALife, decides_each_step_by_its_state) {
  auto life = life_in(GetParam().state);
  ASSERT_EQ(life.state(), GetParam().state);
  EXPECT_EQ(life.initialize(), GetParam().initialize);
  EXPECT_EQ(life.start(), GetParam().start);
  EXPECT_EQ(life.stop(), GetParam().stop);
  EXPECT_EQ(life.state(), GetParam().state) << "a decision changes nothing";
  EXPECT_EQ(life.release(), GetParam().release);
  EXPECT_EQ(life.state(), State::released);
}

INSTANTIATE_TEST_SUITE_P(
    States, ALife,
    testing::Values(
        Row{State::constructed, Step::run, Step::refuse, Step::nothing, Life::Release::release},
        Row{State::initialised, Step::refuse, Step::run, Step::nothing, Life::Release::release},
        Row{State::started, Step::refuse, Step::nothing, Step::run,
            Life::Release::stop_and_release},
        Row{State::stopped, Step::refuse, Step::run, Step::nothing, Life::Release::release},
        Row{State::released, Step::refuse, Step::refuse, Step::nothing, Life::Release::nothing}),
    [](const auto& row) { return std::string{name_of(row.param.state)}; });

}  // namespace
}  // namespace orbweaver::resource
