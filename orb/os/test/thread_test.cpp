// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/thread.hpp>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <array>
#include <future>

namespace orbweaver::os {
namespace {

using Cpus = std::vector<unsigned>;

std::string name_of_this_thread() {
  std::array<char, 16> name{};
  ::pthread_getname_np(::pthread_self(), name.data(), name.size());
  return name.data();
}

Cpus cpus_of_this_thread() {
  cpu_set_t set;
  Cpus cpus;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  return cpus;
}

template <class Body>
auto in_a_thread(Body body) {
  return std::async(std::launch::async, std::move(body)).get();
}

TEST(CpuList, is_parsed) {
  EXPECT_EQ(parse_cpu_list("0,2-3"), (Cpus{0, 2, 3}));
  EXPECT_EQ(parse_cpu_list("3,1,1-2"), (Cpus{1, 2, 3}));
  EXPECT_EQ(parse_cpu_list("1023"), (Cpus{1023}));
  EXPECT_EQ(parse_cpu_list("all"), Cpus{});
  EXPECT_EQ(parse_cpu_list(""), Cpus{});
}

TEST(CpuList, is_refused_when_it_is_none) {
  for (const auto* text :
       {",", "1,", ",1", "a", "1-", "-1", "3-1", "1 2", "0x1", "1--2", "+1", "ALL"})
    EXPECT_EQ(parse_cpu_list(text), unexpected{ThreadError::bad_cpu_list}) << text;
  for (const auto* text : {"1024", "0-4294967295", "99999999999999999999"})
    EXPECT_EQ(parse_cpu_list(text), unexpected{ThreadError::no_such_cpu}) << text;
}

TEST(Thread, has_a_name_cut_to_what_the_system_takes) {
  std::promise<std::string> name;
  const auto thread = start_thread({.name = "orb.reader.of.everything"},
                                   [&] { name.set_value(name_of_this_thread()); });
  EXPECT_EQ(name.get_future().get(), "orb.reader.of.e");
}

TEST(Thread, runs_on_its_processors) {
  const auto usable = cpus_of_this_thread();
  ASSERT_FALSE(usable.empty());
  const Cpus last{usable.back()};
  std::promise<Cpus> cpus;
  const auto thread =
      start_thread({.name = "", .cpus = last}, [&] { cpus.set_value(cpus_of_this_thread()); });
  EXPECT_EQ(cpus.get_future().get(), last);
}

TEST(Thread, keeps_its_processors_when_one_of_the_new_ones_does_not_exist) {
  const auto usable = cpus_of_this_thread();
  for (const Cpus& cpus : {Cpus{1023}, Cpus{usable.front(), 1023}, Cpus{5000}}) {
    in_a_thread([&] {
      EXPECT_EQ(apply_to_this_thread({.name = "", .cpus = cpus}),
                (Result<void, ThreadError>{unexpected{ThreadError::no_such_cpu}}));
      EXPECT_EQ(cpus_of_this_thread(), usable);
    });
  }
}

TEST(Thread, is_scheduled_in_real_time_where_that_is_permitted) {
  in_a_thread([] {
    const auto applied = apply_to_this_thread(
        {.name = "", .cpus = {}, .scheduling = SchedulingClass::rr, .priority = 5});
    int policy = SCHED_OTHER;
    sched_param parameter{};
    ::pthread_getschedparam(::pthread_self(), &policy, &parameter);
    if (applied) {
      EXPECT_EQ(policy, SCHED_RR);
      EXPECT_EQ(parameter.sched_priority, 5);
    } else {
      EXPECT_EQ(applied.error(), ThreadError::not_permitted);
      EXPECT_EQ(policy, SCHED_OTHER);
    }
  });
}

TEST(Thread, refuses_a_priority_that_does_not_exist) {
  in_a_thread([] {
    const auto applied = apply_to_this_thread(
        {.name = "", .cpus = {}, .scheduling = SchedulingClass::fifo, .priority = 100});
    EXPECT_EQ(applied, (Result<void, ThreadError>{unexpected{ThreadError::bad_priority}}));
  });
}

TEST(Thread, runs_without_a_trait_that_cannot_be_had) {
  bool ran = false;
  start_thread({.name = "stubborn", .cpus = {5000}}, [&] { ran = true; }).join();
  EXPECT_TRUE(ran);
}

TEST(Thread, errors_say_how_to_fix_them) {
  for (const auto error : {ThreadError::bad_cpu_list, ThreadError::no_such_cpu,
                           ThreadError::bad_priority, ThreadError::not_permitted})
    EXPECT_FALSE(describe(error).empty());
}

TEST(UsableCpus, are_at_least_one) { EXPECT_GE(usable_cpus(), 1U); }

}  // namespace
}  // namespace orbweaver::os
