// Looks after the connections of a server whose clients have not read their replies: tries again
// until they do, or their time is over. One thread for all, while there are any.
//
// A queue of replies is bounded by what its client has asked for already, as nothing more is read
// from it; all of them together by a limit: beyond it, the connection to which most is due ends.
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
  /// `most_bytes`: of all of them together.
  explicit LateReplies(std::size_t most_bytes);
  /// As finish(), without waiting.
  ~LateReplies();
  LateReplies(const LateReplies&) = delete;
  LateReplies& operator=(const LateReplies&) = delete;

  /// After each reply that `connection` keeps. It is held until nothing is late there any more.
  void take_on(const std::shared_ptr<ServerConnection>& connection);
  /// Blocks until nothing is late, or the deadline; what is late then, and from now on, is dropped.
  void finish(Deadline deadline);

 private:
  class Rounds;
  using Lock = std::unique_lock<os::Mutex>;

  using Connections = std::set<std::shared_ptr<ServerConnection>>;

  void go_round() noexcept;
  [[nodiscard]] bool send_all() noexcept;
  /// In the order of the set; null: the first, and null: there is none.
  [[nodiscard]] std::shared_ptr<ServerConnection> next_behind(
      const std::shared_ptr<ServerConnection>& one) noexcept;
  /// Puts the connections where nothing is late into `over`.
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
