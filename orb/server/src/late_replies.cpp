// SPDX-License-Identifier: Apache-2.0
#include "late_replies.hpp"

#include "server_connection.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>

namespace orbweaver::server {

namespace {

// A socket's buffer, filled so often, makes some 100 MB/s. A client that reads nothing is tried
// less often.
constexpr Nanoseconds kShortestPause = std::chrono::milliseconds(1),
                      kLongestPause = std::chrono::milliseconds(16);

}  // namespace

class LateReplies::Rounds final : public dispatch::Alarm::Target {
 public:
  explicit Rounds(LateReplies& all) noexcept : all_(all) {}
  void ring() noexcept override { all_.go_round(); }

 private:
  LateReplies& all_;
};

LateReplies::LateReplies(std::size_t most_bytes)
    : most_bytes_(most_bytes), pause_(kShortestPause), rounds_(std::make_shared<Rounds>(*this)) {}

LateReplies::~LateReplies() { finish(Deadline::at(now())); }

void LateReplies::take_on(const std::shared_ptr<ServerConnection>& connection) {
  std::shared_ptr<ServerConnection> most;
  {
    const Lock lock(mutex_);
    if (begin_rounds(lock)) {
      connections_.insert(connection);
      if (bytes(lock) <= most_bytes_) return;
      most = most_due(lock);
    }
  }
  if (!most) return connection->replies().drop_late("no thread is there to send them later");
  most->replies().drop_late("all clients together may leave " + std::to_string(most_bytes_) +
                            " (-ORBlateReplyBytes)");
}

// Requires: lock held. False: there is no thread for it, or no more.
bool LateReplies::begin_rounds(const Lock&) {
  if (is_finished_) return false;
  if (!goes_round_) goes_round_ = alarm_.set(now() + pause_, rounds_);
  return goes_round_;
}

std::size_t LateReplies::bytes(const Lock&) const noexcept {
  return std::accumulate(
      connections_.begin(), connections_.end(), std::size_t{0},
      [](std::size_t sum, const auto& one) { return sum + one->replies().late_bytes(); });
}

std::shared_ptr<ServerConnection> LateReplies::most_due(const Lock&) const noexcept {
  return *std::ranges::max_element(connections_, {},
                                   [](const auto& one) { return one->replies().late_bytes(); });
}

// A round takes no memory, since late replies depend on it. The last holder of a connection
// ends it, which this thread does without the lock.
void LateReplies::go_round() noexcept {
  const bool has_any_gone = send_all();
  Connections over, left;
  {
    Lock lock(mutex_);
    take_those_without(over, lock);
    const bool is_over = connections_.empty();
    pause_ = has_any_gone || is_over ? kShortestPause : std::min(2 * pause_, kLongestPause);
    goes_round_ = false;
    if (!is_over && !begin_rounds(lock)) left.swap(connections_);
    if (connections_.empty()) nothing_is_late_.notify_all();
  }
  for (const auto& one : left) one->replies().drop_late("there is no thread to send them later");
}

// Whether any reply has gone. A connection whose replies are late again is taken on once more.
bool LateReplies::send_all() noexcept {
  bool has_any_gone = false;
  for (auto one = next_behind(nullptr); one; one = next_behind(one))
    has_any_gone = one->replies().send_late() || has_any_gone;
  return has_any_gone;
}

std::shared_ptr<ServerConnection> LateReplies::next_behind(
    const std::shared_ptr<ServerConnection>& one) noexcept {
  const Lock lock(mutex_);
  const auto next = connections_.upper_bound(one);
  return next == connections_.end() ? nullptr : *next;
}

void LateReplies::take_those_without(Connections& over, const Lock&) noexcept {
  for (auto one = connections_.begin(); one != connections_.end();) {
    const auto next = std::next(one);
    if ((*one)->replies().late_bytes() == 0) over.insert(connections_.extract(one));
    one = next;
  }
}

void LateReplies::finish(Deadline deadline) {
  Lock lock(mutex_);
  const auto is_over = [this] { return connections_.empty(); };
  if (deadline.is_never())
    nothing_is_late_.wait(lock, is_over);
  else
    nothing_is_late_.wait_until(lock, deadline.moment(), is_over);
  is_finished_ = true;
  const auto left = std::exchange(connections_, {});
  lock.unlock();
  alarm_.stop();
  for (const auto& one : left)
    if (one->replies().late_bytes() > 0) one->replies().drop_late("the ORB ends");
}

}  // namespace orbweaver::server
