// SPDX-License-Identifier: Apache-2.0
#include "reader_threads.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <future>
#include <latch>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace orbweaver::server {
namespace {

constexpr int kTries = 100'000;
constexpr int kBodies = 20;

// As the kernel numbers threads: a new thread may get the std::thread::id of one that has ended.
pid_t thread_of_a_body(ReaderThreads& threads) {
  const auto found = std::make_shared<std::promise<pid_t>>();
  threads.run([found] { found->set_value(::gettid()); });
  return found->get_future().get();
}

bool is_there(pid_t thread) {
  return std::filesystem::exists("/proc/self/task/" + std::to_string(thread));
}

// Runs `count` bodies at the same time; returns their threads.
std::vector<pid_t> threads_of_bodies(ReaderThreads& threads, int count) {
  const auto all = std::make_shared<std::latch>(count);
  std::vector<std::future<pid_t>> found;
  for (int i = 0; i < count; ++i) {
    const auto one = std::make_shared<std::promise<pid_t>>();
    found.push_back(one->get_future());
    threads.run([all, one] {
      all->arrive_and_wait();
      one->set_value(::gettid());
    });
  }
  std::vector<pid_t> numbers;
  for (auto& entry : found) numbers.push_back(entry.get());
  return numbers;
}

TEST(ReaderThreads, runs_the_next_body_on_the_thread_of_one_that_has_ended) {
  ReaderThreads threads{{}};
  std::set<pid_t> seen;
  bool was_used_again = false;
  // A thread is spare a little after its body has ended.
  for (int i = 0; i < kTries && !was_used_again; ++i)
    was_used_again = !seen.insert(thread_of_a_body(threads)).second;
  EXPECT_TRUE(was_used_again);
}

TEST(ReaderThreads, runs_bodies_at_the_same_time) {
  ReaderThreads threads{{}};
  const auto seen = threads_of_bodies(threads, kBodies);
  EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), seen.size());
}

TEST(ReaderThreads, keeps_few_threads_that_have_nothing_to_do) {
  ReaderThreads threads{{}};
  const auto seen = threads_of_bodies(threads, kBodies);
  const auto most = static_cast<std::ptrdiff_t>(ReaderThreads::kMostSpare);
  while (std::ranges::count_if(seen, is_there) > most) std::this_thread::yield();
}

TEST(ReaderThreads, stop_waits_for_bodies) {
  ReaderThreads threads{{}};
  std::latch begun{1};
  std::atomic<bool> may_end = false, has_ended = false;
  threads.run([&] {
    begun.count_down();
    may_end.wait(false);
    has_ended = true;
  });
  begun.wait();
  std::thread stopper{[&] {
    threads.stop();
    EXPECT_TRUE(has_ended);
  }};
  may_end = true;
  may_end.notify_all();
  stopper.join();
}

TEST(ReaderThreads, stop_ends_threads_that_wait_for_a_body) {
  ReaderThreads threads{{}};
  const auto one = thread_of_a_body(threads);
  threads.stop();
  while (is_there(one)) std::this_thread::yield();
}

}  // namespace
}  // namespace orbweaver::server
