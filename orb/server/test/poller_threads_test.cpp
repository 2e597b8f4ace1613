// SPDX-License-Identifier: Apache-2.0
#include "poller_threads.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace orbweaver::server {
namespace {

using BlockKind = os::SpareThreads::BlockKind;
constexpr int kTries = 100'000;

/// Threads with events that are functions.
class Polled {
 public:
  explicit Polled(unsigned threads) : threads_(threads, {}, [this] { return handle_one(); }) {
    threads_.start();
  }
  ~Polled() {
    {
      const std::lock_guard lock(mutex_);
      is_over_ = true;
    }
    came_.notify_all();
    threads_.stop();
  }
  Polled(const Polled&) = delete;
  Polled& operator=(const Polled&) = delete;

  void post(std::function<void()> event) {
    {
      const std::lock_guard lock(mutex_);
      events_.push_back(std::move(event));
    }
    came_.notify_one();
  }
  [[nodiscard]] PollerThreads& threads() { return threads_; }

 private:
  bool handle_one() {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [this] { return is_over_ || !events_.empty(); });
    if (events_.empty()) return false;
    const auto event = std::move(events_.front());
    events_.pop_front();
    lock.unlock();
    event();
    return true;
  }

  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::function<void()>> events_;
  bool is_over_ = false;
  PollerThreads threads_;
};

/// The threads that handle a hundred events, one after the other.
std::set<std::thread::id> threads_of_events(Polled& polled) {
  std::set<std::thread::id> seen;
  for (int i = 0; i < 100; ++i) {
    const auto handled = std::make_shared<std::promise<std::thread::id>>();
    polled.post([handled] { handled->set_value(std::this_thread::get_id()); });
    seen.insert(handled->get_future().get());
  }
  return seen;
}

/// A thread becomes one too many a little after its event.
bool has_one_thread_at_last(Polled& polled) {
  for (int i = 0; i < kTries; ++i)
    if (threads_of_events(polled).size() == 1) return true;
  return false;
}

TEST(PollerThreads, run_another_one_in_the_place_of_one_that_is_blocked) {
  std::latch gate{1}, passed{1};
  Polled polled{1};
  polled.post([&] {
    const os::BlockedThread blocked;
    EXPECT_TRUE(blocked.may_wait());
    gate.wait();
    passed.count_down();
  });
  polled.post([&] { gate.count_down(); });
  passed.wait();
}

TEST(PollerThreads, are_as_many_as_before_when_none_is_blocked_any_more) {
  Polled polled{1};
  for (int round = 0; round < 3; ++round) {
    const auto gate = std::make_shared<std::latch>(1), passed = std::make_shared<std::latch>(5);
    for (int i = 0; i < 5; ++i)
      polled.post([gate, passed] {
        {
          const os::BlockedThread blocked;
          gate->wait();
        }
        passed->count_down();
      });
    polled.post([gate] { gate->count_down(); });
    passed->wait();
    EXPECT_TRUE(has_one_thread_at_last(polled)) << "round " << round;
  }
}

TEST(PollerThreads, have_places_for_so_many_of_each_kind_that_are_blocked) {
  std::latch gate{1};
  Polled polled{1};
  for (const auto kind : {BlockKind::wanted, BlockKind::needed})
    for (unsigned i = 0; i <= PollerThreads::kMostBlocked; ++i) {
      const auto has_place = std::make_shared<std::promise<bool>>();
      polled.post([&gate, has_place, kind] {
        const os::BlockedThread blocked{kind};
        has_place->set_value(blocked.may_wait());
        if (blocked.may_wait()) gate.wait();
      });
      EXPECT_EQ(has_place->get_future().get(), i < PollerThreads::kMostBlocked);
    }
  gate.count_down();
}

TEST(PollerThreads, replace_as_many_that_stay_in_a_servant_as_they_are) {
  Polled polled{2};
  EXPECT_TRUE(polled.threads().replace_one());
  EXPECT_TRUE(polled.threads().replace_one());
  EXPECT_FALSE(polled.threads().replace_one());
  polled.threads().take_back_one();
  EXPECT_TRUE(polled.threads().replace_one());
}

TEST(PollerThreads, replace_those_that_are_blocked_besides) {
  std::latch gate{1}, is_blocked{1};
  Polled polled{1};
  polled.post([&] {
    const os::BlockedThread blocked;
    is_blocked.count_down();
    gate.wait();
  });
  is_blocked.wait();
  EXPECT_TRUE(polled.threads().replace_one());
  EXPECT_TRUE(polled.threads().replace_one());
  EXPECT_FALSE(polled.threads().replace_one());
  gate.count_down();
}

}  // namespace
}  // namespace orbweaver::server
