// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/launch_options.hpp>

#include <gtest/gtest.h>

namespace orbweaver::device {
namespace {

using os::SchedulingClass;
using Ids = std::vector<std::string>;

LaunchOptions options(const OptionTexts& texts) { return launch_options_of(texts).value(); }
Ids wrong(const OptionTexts& texts) {
  const auto outcome = launch_options_of(texts);
  return outcome ? Ids{} : outcome.error();
}

TEST(LaunchOptions, are_the_usual_if_nothing_is_said) {
  EXPECT_EQ(options({}), LaunchOptions{});
  EXPECT_EQ(options({{"PRIORITY", "0"}, {"STACK_SIZE", "0"}}), LaunchOptions{});
}

TEST(LaunchOptions, give_a_priority_in_real_time_unless_the_class_says_otherwise) {
  EXPECT_EQ(options({{"PRIORITY", "10"}}),
            (LaunchOptions{.scheduling = SchedulingClass::rr, .priority = 10}));
  EXPECT_EQ(options({{"SCHEDULING", "fifo"}, {"PRIORITY", "99"}}),
            (LaunchOptions{.scheduling = SchedulingClass::fifo, .priority = 99}));
  EXPECT_EQ(options({{"PRIORITY", "-20"}, {"SCHEDULING", "other"}}),
            (LaunchOptions{.scheduling = SchedulingClass::other, .priority = -20}));
}

TEST(LaunchOptions, have_a_stack_and_processors) {
  EXPECT_EQ(options({{"STACK_SIZE", "65536"}}).stack_bytes, 65536U);
  EXPECT_EQ(options({{"CORE_AFFINITY", "0,2-3"}}).cpus, (std::vector<unsigned>{0, 2, 3}));
  EXPECT_EQ(options({{"CORE_AFFINITY", "1"}}).cpus, std::vector<unsigned>{1});
}

TEST(LaunchOptions, understand_redhawks_affinity) {
  const auto cpus = [](const char* kind) {
    return options({{"affinity::exec_directive_class", kind},
                    {"affinity::exec_directive_value", "1,2"}})
        .cpus;
  };
  EXPECT_EQ(cpus("cpu"), (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(cpus("cpuset"), (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(cpus("nic"), std::vector<unsigned>{});
  EXPECT_EQ(
      wrong({{"affinity::exec_directive_class", "cpu"}, {"affinity::exec_directive_value", "x"}}),
      Ids{"affinity::exec_directive_value"});
}

TEST(LaunchOptions, are_described_as_the_options_that_give_them) {
  EXPECT_EQ(describe(LaunchOptions{}), "none");
  EXPECT_EQ(describe(options({{"CORE_AFFINITY", "3,0,1,5-7"}, {"PRIORITY", "7"}})),
            "CORE_AFFINITY=0-1,3,5-7 SCHEDULING=rr PRIORITY=7");
  EXPECT_EQ(
      describe(options({{"PRIORITY", "-5"}, {"STACK_SIZE", "65536"}, {"SCHEDULING", "other"}})),
      "SCHEDULING=other PRIORITY=-5 STACK_SIZE=65536");
}

TEST(LaunchOptions, that_are_wrong_are_all_named) {
  EXPECT_EQ(wrong({{"COLOUR", "red"}, {"PRIORITY", "high"}, {"STACK_SIZE", "-1"}}),
            (Ids{"COLOUR", "PRIORITY", "STACK_SIZE"}));
  EXPECT_EQ(wrong({{"PRIORITY", "100"}}), Ids{"PRIORITY"});
  EXPECT_EQ(wrong({{"PRIORITY", "-1"}}), Ids{"PRIORITY"});
  EXPECT_EQ(wrong({{"PRIORITY", "20"}, {"SCHEDULING", "other"}}), Ids{"PRIORITY"});
  EXPECT_EQ(wrong({{"SCHEDULING", "fifo"}}), Ids{"SCHEDULING"}) << "without a priority";
  EXPECT_EQ(wrong({{"SCHEDULING", "deadline"}}), Ids{"SCHEDULING"});
  EXPECT_EQ(wrong({{"CORE_AFFINITY", "0-"}}), Ids{"CORE_AFFINITY"});
  EXPECT_EQ(wrong({{"STACK_SIZE", "1 MB"}}), Ids{"STACK_SIZE"});
  EXPECT_EQ(wrong({{"STACK_SIZE", "1"}}), Ids{"STACK_SIZE"});
  EXPECT_EQ(wrong({{"STACK_SIZE", "16383"}}), Ids{"STACK_SIZE"});
  EXPECT_EQ(options({{"STACK_SIZE", "16384"}}).stack_bytes, 16'384U);
}

}  // namespace
}  // namespace orbweaver::device
