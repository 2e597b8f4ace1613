// A servant that runs on the thread that read its request may take long. The watch prevents that it
// holds up the other objects of the connection: every few milliseconds it checks all readers, and
// if a reader stays in a servant, it lets another thread read on.
//
// While requests run on reading threads, the watch wakes once every kTick. Some ticks after the
// last request it sleeps, and takes no processor time.
#pragma once
#include "server_connection.hpp"

#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace orbweaver::server {

class ReaderWatch final : public wire::HandoffWatch {
 public:
  static constexpr Nanoseconds kTick = std::chrono::milliseconds(5);
  static constexpr int kQuietTicks = 8;

  /// Called on the watch's thread to let another thread read `connection`, whose reader was in a
  /// servant at `look`. If it could not, the reader is found again at the next look.
  using StartReader = std::function<void(const std::shared_ptr<ServerConnection>& connection,
                                         wire::ReaderHandoff::Look look)>;

  /// Fails: std::system_error if its thread cannot be started.
  ReaderWatch(const os::ThreadTraits& traits, StartReader start_reader);
  /// As stop().
  ~ReaderWatch();

  /// Watches the connection for as long as it lives.
  void add(const std::shared_ptr<ServerConnection>& connection);
  /// No reader is started any more when it returns.
  void stop() noexcept;

 private:
  struct Watched {
    std::weak_ptr<ServerConnection> connection;
    wire::ReaderHandoff::Look last_look = 0;
  };
  using Lock = std::unique_lock<os::Mutex>;

  void run();
  /// Checks all readers, and replaces those that stay in a servant. Whether any reader is in a
  /// servant, or was since the last check.
  [[nodiscard]] bool look_at_all(Lock& lock);
  void park(Lock& lock);
  void wake_up() noexcept override;

  StartReader start_reader_;
  os::Mutex mutex_;
  os::ConditionVariable changed_;
  std::vector<Watched> watched_;
  bool stopping_ = false;
  os::Thread thread_;
};

}  // namespace orbweaver::server
