// Sees to it that a servant which takes long, on the thread that read its request, holds up no
// other object of that connection: the watch looks every few milliseconds, and where a reader stays
// away it asks for another thread to read on.
//
// While requests run on reading threads it costs a look every kTick; some ticks after the last of
// them it sleeps, and costs nothing.
#pragma once
#include "server/server_connection.hpp"

#include <orbweaver/os/thread.hpp>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace orbweaver::engine {

class ReaderWatch {
 public:
  static constexpr Nanoseconds kTick = std::chrono::milliseconds(5);
  static constexpr int kQuietTicks = 8;

  /// Asked to let another thread read `connection`, whose reader was away at `look`. Called by the
  /// watch's thread.
  using SendStandIn =
      std::function<void(const std::shared_ptr<ServerConnection>& connection, Absence::Look look)>;

  /// Fails: std::system_error if its thread cannot be started.
  ReaderWatch(const os::ThreadTraits& traits, SendStandIn send_stand_in);
  /// As stop().
  ~ReaderWatch();

  /// Watches the connection for as long as it lives.
  void add(const std::shared_ptr<ServerConnection>& connection);
  /// A reader has left for a servant. Any thread; a load in most cases.
  void wake() noexcept {
    // seq_cst: see Absence::leaves
    if (sleeps_.load(std::memory_order_seq_cst)) [[unlikely]]
      wake_up();
  }
  /// No stand-in is asked for any more when it returns.
  void stop() noexcept;

 private:
  struct Watched {
    std::weak_ptr<ServerConnection> connection;
    Absence::Look last_look = 0;
  };
  using Lock = std::unique_lock<std::mutex>;

  void run();
  /// Whether any reader was away, or had been since the last look.
  [[nodiscard]] bool look_at_all(Lock& lock);
  void park(Lock& lock);
  void wake_up() noexcept;

  SendStandIn send_stand_in_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Watched> watched_;
  std::atomic<bool> sleeps_{false};
  bool stopping_ = false;
  std::jthread thread_;
};

}  // namespace orbweaver::engine
