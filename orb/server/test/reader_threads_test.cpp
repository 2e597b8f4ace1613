#include "reader_threads.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <latch>
#include <set>
#include <thread>

namespace orbweaver::server {
namespace {

constexpr int kTries = 100'000;

// As the kernel numbers threads: a new thread may get the std::thread::id of one that has ended.
pid_t thread_of_a_body(ReaderThreads& threads) {
  pid_t found = 0;
  std::latch done{1};
  threads.run([&] {
    found = ::gettid();
    done.count_down();
  });
  done.wait();
  return found;
}

std::size_t threads_of_this_process() {
  const std::filesystem::directory_iterator first{"/proc/self/task"};
  return static_cast<std::size_t>(std::distance(begin(first), end(first)));
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
  constexpr int kBodies = 20;
  std::latch all{kBodies};
  for (int i = 0; i < kBodies; ++i) threads.run([&] { all.arrive_and_wait(); });
  all.wait();
}

TEST(ReaderThreads, keeps_few_threads_that_have_nothing_to_do) {
  ReaderThreads threads{{}};
  const auto before = threads_of_this_process();
  constexpr int kBodies = 20;
  std::latch all{kBodies};
  for (int i = 0; i < kBodies; ++i) threads.run([&] { all.arrive_and_wait(); });
  all.wait();
  while (threads_of_this_process() > before + ReaderThreads::kMostSpare) std::this_thread::yield();
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
  const auto before = threads_of_this_process();
  {
    ReaderThreads threads{{}};
    (void)thread_of_a_body(threads);
    threads.stop();
  }
  while (threads_of_this_process() > before) std::this_thread::yield();
}

}  // namespace
}  // namespace orbweaver::server
