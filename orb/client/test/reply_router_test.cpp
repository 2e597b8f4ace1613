// SPDX-License-Identifier: Apache-2.0
// Many callers on one connection: each gets its own reply, and none is woken for another's.
#include "client_connection.hpp"

#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request_id.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <latch>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "held_connection.hpp"

namespace orbweaver::client {
namespace {

Frame reply_to(std::uint32_t request_id) {
  cdr::Encoder encoder;
  giop::put_locate_reply(encoder, request_id, giop::LocateStatus::object_here);
  auto chunk = Chunk::of_size(encoder.size());
  std::ranges::copy(encoder.bytes(), chunk.data());
  return {std::move(chunk), 0, encoder.size()};
}

/// Takes what is sent, and has received what the test says.
class Scripted final : public wire::HeldConnection {
 public:
  Scripted() { open(); }

  Result<Frame, transport::ConnectionFailure> receive(Deadline deadline) override {
    std::unique_lock lock(mutex_);
    ++readers_;
    changed_.notify_all();
    const auto may_go_on = [&] { return !frames_.empty() || has_ended_; };
    const bool in_time = deadline.is_never() ? (came_.wait(lock, may_go_on), true)
                                             : came_.wait_until(lock, deadline.moment(), may_go_on);
    --readers_;
    if (!in_time)
      return unexpected(transport::ConnectionFailure{transport::ConnectionFault::timed_out});
    return next();
  }
  Result<std::optional<Frame>, transport::ConnectionFailure> try_receive() override {
    const std::lock_guard lock(mutex_);
    if (frames_.empty() && !has_ended_) return std::optional<Frame>{};
    auto frame = next();
    if (!frame) return unexpected(frame.error());
    return std::optional{std::move(*frame)};
  }
  void shutdown() noexcept override {
    end();
    wire::HeldConnection::shutdown();
  }

  void answer(std::uint32_t request_id) {
    const std::lock_guard lock(mutex_);
    frames_.push_back(reply_to(request_id));
    came_.notify_one();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    came_.notify_all();
  }
  /// Blocks until a thread reads.
  void wait_for_a_reader() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return readers_ > 0; });
  }

 private:
  Result<Frame, transport::ConnectionFailure> next() {
    if (frames_.empty())
      return unexpected(transport::ConnectionFailure{transport::ConnectionFault::broken});
    auto frame = std::move(frames_.front());
    frames_.pop_front();
    return frame;
  }

  std::mutex mutex_;
  std::condition_variable came_, changed_;
  std::deque<Frame> frames_;
  int readers_ = 0;
  bool has_ended_ = false;
};

/// Answers requests in any order.
class Answering {
 public:
  explicit Answering(Scripted& peer) : peer_(peer), thread_([this] { run(); }) {}
  ~Answering() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
    }
    came_.notify_one();
  }
  Answering(const Answering&) = delete;
  Answering& operator=(const Answering&) = delete;

  void take(std::uint32_t request_id) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request_id);
    came_.notify_one();
  }

 private:
  void run() {
    std::minstd_rand chance{7};
    std::unique_lock lock(mutex_);
    for (;;) {
      came_.wait(lock, [&] { return is_stopping_ || !requests_.empty(); });
      if (requests_.empty()) return;
      std::swap(requests_[chance() % requests_.size()], requests_.back());
      peer_.answer(requests_.back());
      requests_.pop_back();
    }
  }

  Scripted& peer_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::uint32_t> requests_;
  bool is_stopping_ = false;
  std::jthread thread_;
};

std::optional<std::uint32_t> answered(const Result<giop::Message, wire::CallFailure>& reply) {
  if (!reply) return std::nullopt;
  return giop::request_id_of(reply->header, reply->frame.bytes());
}

long switches_of_this_thread() {
  rusage usage{};
  ::getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

class ManyCallers : public testing::Test {
 protected:
  using Waiter = ClientConnection::Waiter;

  [[nodiscard]] bool send() {
    return connection.send(std::array{as_bytes(std::string_view{"a request"})}, Deadline::never())
        .has_value();
  }

  wire::Counters counters;
  Scripted* peer = new Scripted;  // of the connection
  ClientConnection connection{std::unique_ptr<transport::Connection>{peer}, {}, counters};
};

TEST_F(ManyCallers, get_their_own_replies_in_whatever_order_they_come) {
  constexpr int kCallers = 64, kCalls = 100;
  std::atomic<int> right = 0;
  {
    Answering server(*peer);
    std::vector<std::jthread> callers;
    for (int n = 0; n < kCallers; ++n)
      callers.emplace_back([&] {
        for (int call = 0; call < kCalls; ++call) {
          const auto id = connection.next_request_id();
          Waiter waiter(connection, id);
          if (!send()) return;
          server.take(id);
          right += answered(waiter.wait(Deadline::never())) == id ? 1 : 0;
        }
      });
  }
  EXPECT_EQ(right, kCallers * kCalls);
}

// A thread that is woken and sleeps again switches voluntarily, and the system counts that. One of
// those that wait reads for the caller, so it switches with each call.
TEST_F(ManyCallers, are_not_woken_for_the_replies_of_others) {
  constexpr std::uint32_t kWaiting = 32, kCalls = 200;
  std::latch are_there(kWaiting);
  std::atomic<long> switches = 0;
  std::vector<std::jthread> waiting;
  for (std::uint32_t n = 0; n < kWaiting; ++n)
    waiting.emplace_back([&, id = 1'000'000 + n] {
      Waiter waiter(connection, id);
      are_there.count_down();
      const auto before = switches_of_this_thread();
      EXPECT_EQ(answered(waiter.wait(Deadline::never())), id);
      switches += switches_of_this_thread() - before;
    });
  are_there.wait();
  peer->wait_for_a_reader();
  for (std::uint32_t call = 0; call < kCalls; ++call) {
    const auto id = connection.next_request_id();
    Waiter waiter(connection, id);
    peer->answer(id);
    ASSERT_EQ(answered(waiter.wait(Deadline::never())), id);
  }
  for (std::uint32_t n = 0; n < kWaiting; ++n) peer->answer(1'000'000 + n);
  waiting.clear();
  EXPECT_LT(switches, long{kWaiting} * kCalls / 4) << "as if each reply woke all";
}

TEST_F(ManyCallers, read_on_when_the_one_that_reads_gives_up) {
  std::jthread patient{[&] {
    Waiter waiter(connection, 2);
    EXPECT_EQ(answered(waiter.wait(Deadline::never())), 2U);
  }};
  Waiter hasty(connection, 1);
  const auto late = hasty.wait(Deadline::after(std::chrono::milliseconds(1)));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().exception, wire::SystemExceptionKind::timeout);
  peer->wait_for_a_reader();
  peer->answer(2);
}

// Deadlines pass at every moment: while a caller reads, follows, was chosen to read next, or has
// its reply. A wake-up that is lost leaves the last callers waiting for ever.
TEST_F(ManyCallers, whose_deadlines_pass_leave_none_behind) {
  constexpr int kCallers = 32, kCalls = 300;
  std::atomic<int> ended = 0;
  {
    Answering server(*peer);
    std::vector<std::jthread> callers;
    for (int n = 0; n < kCallers; ++n)
      callers.emplace_back([&, n] {
        std::minstd_rand chance(static_cast<unsigned>(n) + 1);
        for (int call = 0; call < kCalls; ++call) {
          const auto id = connection.next_request_id();
          const bool is_patient = n % 4 == 0;
          const bool is_answered = is_patient || chance() % 4 != 0;
          Waiter waiter(connection, id);
          if (is_answered) server.take(id);
          const auto deadline =
              is_patient ? Deadline::never()
                         : Deadline::after(std::chrono::microseconds(1 + chance() % 300));
          const auto reply = waiter.wait(deadline);
          const bool is_late =
              !reply && reply.error().exception == wire::SystemExceptionKind::timeout;
          EXPECT_TRUE(is_late || answered(reply) == id);
          ++ended;
        }
      });
  }
  EXPECT_EQ(ended, kCallers * kCalls);
}

TEST_F(ManyCallers, all_learn_of_the_end) {
  constexpr std::uint32_t kCallers = 128;
  std::atomic<int> failed = 0;
  std::vector<std::jthread> callers;
  for (std::uint32_t id = 1; id <= kCallers; ++id)
    callers.emplace_back([&, id] {
      Waiter waiter(connection, id);
      const auto deadline =
          id % 2 == 0 ? Deadline::never() : Deadline::after(std::chrono::hours(1));
      const auto reply = waiter.wait(deadline);
      failed +=
          !reply && reply.error().exception == wire::SystemExceptionKind::comm_failure ? 1 : 0;
    });
  peer->wait_for_a_reader();
  peer->end();
  callers.clear();
  EXPECT_EQ(failed, int{kCallers});
}

TEST_F(ManyCallers, that_do_other_work_hold_up_none_that_wait) {
  Waiter busy(connection, 1);  // does not come to wait
  {
    std::latch are_there(2);
    const auto call = [&](std::uint32_t id) {
      Waiter waiter(connection, id);
      are_there.count_down();
      EXPECT_EQ(answered(waiter.wait(Deadline::never())), id);
    };
    std::jthread first{call, 2}, second{call, 3};
    are_there.wait();
    peer->wait_for_a_reader();
    peer->answer(1);
    peer->answer(2);
    peer->wait_for_a_reader();
    peer->answer(3);
  }
  EXPECT_EQ(answered(busy.wait(Deadline::never())), 1U) << "it came while the caller was busy";
}

}  // namespace
}  // namespace orbweaver::client
