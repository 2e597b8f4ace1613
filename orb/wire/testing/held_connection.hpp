// SPDX-License-Identifier: Apache-2.0
// A connection whose peer takes what it gets only when the test says so.
#pragma once
#include <orbweaver/transport/connection.hpp>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

namespace orbweaver::wire {

class HeldConnection : public transport::Connection {
 public:
  Result<void, transport::ConnectionFailure> send(std::span<const Bytes> pieces,
                                                  Deadline deadline) override {
    std::unique_lock lock(mutex_);
    ++senders_;
    changed_.notify_all();
    const auto may_go_on = [&] { return is_open_ || is_shut_down_ || passes_ > 0; };
    const bool in_time = deadline.is_never()
                             ? (changed_.wait(lock, may_go_on), true)
                             : changed_.wait_until(lock, deadline.moment(), may_go_on);
    if (is_shut_down_) return unexpected(cut_off(pieces, transport::ConnectionFault::broken));
    if (!in_time) return unexpected(cut_off(pieces, transport::ConnectionFault::timed_out));
    if (passes_ > 0) --passes_;
    for (const auto piece : pieces) sent_.emplace_back(as_text(piece));
    return {};
  }
  Result<Frame, transport::ConnectionFailure> receive(Deadline) override {
    return unexpected(transport::ConnectionFailure{transport::ConnectionFault::closed});
  }
  Result<std::optional<Frame>, transport::ConnectionFailure> try_receive() override {
    return std::optional<Frame>{};
  }
  std::optional<Frame> take_at_hand() override { return std::nullopt; }
  bool has_input() override { return false; }
  [[nodiscard]] std::size_t partial_size() const noexcept override { return 0; }
  void set_frame_memory(transport::FrameMemory&) noexcept override {}
  [[nodiscard]] Bytes refused_header() const noexcept override { return {}; }
  [[nodiscard]] int descriptor() const noexcept override { return -1; }
  void stop_receiving() noexcept override {}
  void finish_sending() noexcept override {
    const std::lock_guard lock(mutex_);
    has_finished_ = true;
  }
  void release() noexcept override {}
  void shutdown() noexcept override {
    const std::lock_guard lock(mutex_);
    is_shut_down_ = true;
    changed_.notify_all();
  }
  [[nodiscard]] std::string peer() const override { return "held"; }
  [[nodiscard]] std::shared_ptr<const security::Identity> identity() const override {
    return std::make_shared<const security::Identity>();
  }

  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  /// Takes one send.
  void let_pass() {
    const std::lock_guard lock(mutex_);
    ++passes_;
    changed_.notify_all();
  }
  /// Cuts each message that fails from now on: so many of its bytes count as taken.
  void cut(std::size_t taken) { cut_at_ = taken; }
  /// Blocks until so many calls of send() have come.
  void wait_for_senders(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return senders_ >= count; });
  }
  [[nodiscard]] bool has_finished() {
    const std::lock_guard lock(mutex_);
    return has_finished_;
  }
  [[nodiscard]] std::vector<std::string> sent() {
    const std::lock_guard lock(mutex_);
    return sent_;
  }

 private:
  transport::ConnectionFailure cut_off(std::span<const Bytes> pieces,
                                       transport::ConnectionFault fault) {
    if (cut_at_ > 0) sent_.emplace_back(as_text(pieces.front().first(cut_at_)));
    return {fault, 0, fault == transport::ConnectionFault::timed_out && cut_at_ > 0, cut_at_};
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> sent_;
  int senders_ = 0, passes_ = 0;
  std::size_t cut_at_ = 0;
  bool is_open_ = false, is_shut_down_ = false, has_finished_ = false;
};

}  // namespace orbweaver::wire
