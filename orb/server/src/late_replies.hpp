// SPDX-License-Identifier: Apache-2.0
// Sends late replies: those that a client did not read in time. It tries again until the client
// reads, or until the time limit has passed. One thread serves all connections.
//
// The requests that a client has sent already bound its queue of replies, as the server reads no
// more of them. A limit bounds all queues together: beyond it, the connection with the most late
// bytes ends.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <memory>
#include <mutex>
#include <set>

namespace orbweaver::server {

class ServerConnection;

/// Threads: any.
class LateReplies {
 public:
  /// `most_bytes`: of the late replies of all connections together.
  explicit LateReplies(std::size_t most_bytes);
  /// Calls finish() with a deadline that has passed.
  ~LateReplies();
  LateReplies(const LateReplies&) = delete;
  LateReplies& operator=(const LateReplies&) = delete;

  /// Call it after each reply that `connection` keeps. Holds the connection until none is late
  /// there.
  void take_on(const std::shared_ptr<ServerConnection>& connection);
  /// Blocks until no reply is late, or the deadline. Replies that are late then, or later, are
  /// dropped.
  void finish(Deadline deadline);

 private:
  class Rounds;
  using Lock = std::unique_lock<os::Mutex>;

  using Connections = std::set<std::shared_ptr<ServerConnection>>;

  void go_round() noexcept;
  [[nodiscard]] bool send_all() noexcept;
  /// Returns the connection behind `one` in the set; the first if `one` is null. Null: there is
  /// none.
  [[nodiscard]] std::shared_ptr<ServerConnection> next_behind(
      const std::shared_ptr<ServerConnection>& one) noexcept;
  /// Moves the connections where no reply is late into `over`.
  void take_those_without(Connections& over, const Lock& lock) noexcept;
  [[nodiscard]] std::size_t bytes(const Lock& lock) const noexcept;
  [[nodiscard]] std::shared_ptr<ServerConnection> most_due(const Lock& lock) const noexcept;
  [[nodiscard]] bool begin_rounds(const Lock& lock);

  const std::size_t most_bytes_;
  os::Mutex mutex_;
  os::ConditionVariable nothing_is_late_;
  Connections connections_;
  Nanoseconds pause_;  // until the next round
  bool goes_round_ = false, is_finished_ = false;
  std::shared_ptr<Rounds> rounds_;
  dispatch::Alarm alarm_;
};

}  // namespace orbweaver::server
