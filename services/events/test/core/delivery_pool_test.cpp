// SPDX-License-Identifier: Apache-2.0
#include "core/delivery_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <latch>

namespace {

using namespace orbweaver;
using namespace orbweaver::events;

class Call final : public Task {
 public:
  explicit Call(std::function<void()> body) : body_(std::move(body)) {}
  void run() noexcept override { body_(); }

 private:
  std::function<void()> body_;
};

std::shared_ptr<Task> task(std::function<void()> body) {
  return std::make_shared<Call>(std::move(body));
}

TEST(ADeliveryPool, leaves_threads_to_trusted_tasks) {
  constexpr int kUntrusted = 20;
  std::latch let_go(1), trusted_done(2), all_done(kUntrusted);
  std::atomic<int> running{0}, most{0};
  DeliveryPool pool(4);
  for (int i = 0; i < kUntrusted; ++i)
    pool.schedule(task([&] {
                    most = std::max(most.load(), ++running);
                    let_go.wait();
                    --running;
                    all_done.count_down();
                  }),
                  Trust::untrusted);
  for (int i = 0; i < 2; ++i)
    pool.schedule(task([&] { trusted_done.arrive_and_wait(); }), Trust::trusted);
  trusted_done.wait();  // both at once, while the others block
  let_go.count_down();
  all_done.wait();
  EXPECT_LE(most.load(), 2);
}

TEST(ADeliveryPool, runs_later_tasks_when_they_are_due) {
  std::latch done(3);
  DeliveryPool pool(2);
  const auto moment = now() + std::chrono::milliseconds(1);
  for (int i = 0; i < 3; ++i)
    pool.schedule_at(moment, task([&] {
                       EXPECT_GE(now(), moment);
                       done.count_down();
                     }));
  done.wait();
}

TEST(ADeliveryPool, lets_trusted_and_untrusted_tasks_take_turns) {
  std::latch started(1), go(1), blocked(1), done(1);
  std::atomic<int> before{0};
  DeliveryPool pool(2);
  // A task holds one thread, so that the other one takes all that follows.
  pool.schedule(task([&] {
                  started.count_down();
                  go.wait();
                }),
                Trust::trusted);
  started.wait();
  pool.schedule(task([&] { blocked.wait(); }), Trust::trusted);
  for (int i = 0; i < 100; ++i) pool.schedule(task([&] { ++before; }), Trust::trusted);
  pool.schedule(task([&] {
                  EXPECT_LT(before.load(), 100);
                  done.count_down();
                }),
                Trust::untrusted);
  blocked.count_down();
  done.wait();
  go.count_down();
  pool.stop(Deadline::never());
  EXPECT_EQ(before.load(), 100);
}

TEST(ADeliveryPool, finishes_what_is_ready_when_it_stops_and_discards_later_tasks) {
  std::atomic<int> ran{0};
  std::latch started(2), go(1);
  DeliveryPool pool(2);
  for (int i = 0; i < 2; ++i)
    pool.schedule(task([&] {
                    started.count_down();
                    go.wait();
                  }),
                  Trust::trusted);
  started.wait();
  for (int i = 0; i < 5; ++i) pool.schedule(task([&] { ++ran; }), Trust::untrusted);
  pool.schedule_at(now() + std::chrono::hours(1), task([&] { ran = 1000; }));
  go.count_down();
  pool.stop(Deadline::never());
  EXPECT_EQ(ran.load(), 5);
  pool.schedule(task([&] { ran = 1000; }), Trust::trusted);
  pool.stop(Deadline::never());
  EXPECT_EQ(ran.load(), 5);
}

}  // namespace
