// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/launch_options.hpp>
#include <orbweaver/device/launch_refusal.hpp>

#include <gtest/gtest.h>

#include <cerrno>

namespace orbweaver::device {
namespace {

using os::SchedulingClass;
using os::StartStep;

TEST(ARefusal, names_options_that_are_not_known_or_have_no_such_value) {
  EXPECT_EQ(
      why_refused({{"COLOUR", "red"}, {"PRIORITY", "high"}}, {"COLOUR", "PRIORITY"}),
      "there is no such execute option, or it takes no such value: COLOUR=red, PRIORITY=high");
}

TEST(ARefusal, of_a_stack_that_is_too_small_says_how_large_it_must_be) {
  const auto refused = launch_options_of({{"STACK_SIZE", "1"}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(what_options_take(refused.error()),
            "STACK_SIZE takes a number of bytes: 16384 or more; 0 is the usual");
}

TEST(ARefusal, of_a_real_time_priority_says_what_would_allow_it) {
  EXPECT_EQ(why_not_started({.scheduling = SchedulingClass::fifo, .priority = 20},
                            {StartStep::scheduling, EPERM}),
            "scheduling: Operation not permitted: SCHEDULING=fifo PRIORITY=20: allow it with "
            "ulimit -r 20, with LimitRTPRIO=20 in the systemd unit, or with the capability "
            "CAP_SYS_NICE");
}

TEST(ARefusal, of_a_nice_value_says_what_would_allow_it) {
  EXPECT_EQ(why_not_started({.scheduling = SchedulingClass::other, .priority = -5},
                            {StartStep::scheduling, EACCES}),
            "scheduling: Permission denied: SCHEDULING=other PRIORITY=-5: allow it with "
            "ulimit -e 25, with LimitNICE=-5 in the systemd unit, or with the capability "
            "CAP_SYS_NICE");
}

TEST(ARefusal, of_a_stack_says_what_would_allow_it) {
  EXPECT_EQ(
      why_not_started({.stack_bytes = 1 << 20}, {StartStep::stack, EPERM}),
      "stack size: Operation not permitted: STACK_SIZE=1048576: allow it with ulimit -Hs 1024, "
      "with LimitSTACK=1048576 in the systemd unit, or with the capability "
      "CAP_SYS_RESOURCE");
}

TEST(ARefusal, of_processors_lists_those_that_may_be_used) {
  const auto line = why_not_started({.cpus = {1000, 1001}}, {StartStep::cpus, EINVAL});
  const std::string before =
      "processors: Invalid argument: CORE_AFFINITY=1000-1001: this process may use CORE_AFFINITY=";
  ASSERT_TRUE(line.starts_with(before)) << line;
  const auto cpus = os::parse_cpu_list(line.substr(before.size()));
  ASSERT_TRUE(cpus) << line;
  EXPECT_GE(cpus->size(), os::usable_cpus());
}

TEST(ARefusal, of_a_file_is_about_no_option) {
  EXPECT_EQ(why_not_started({.cpus = {0}}, {StartStep::execute, ENOENT}),
            "execute: No such file or directory");
}

}  // namespace
}  // namespace orbweaver::device
