// SPDX-License-Identifier: Apache-2.0
// A servant that runs on the thread that read its request may take long, and would hold up the
// other objects of the connection. The watch prevents that: it checks all readers now and then, and
// if a reader stays in a servant, it lets another thread read on.
//
// While requests run on reading threads, the watch looks at them each kTick, or, while it finds a
// reader in a servant, each kShortTick: such a reader is replaced if it is there still. Where
// readers had to be replaced, more may follow, as with servants that wait for calls to come back:
// the ticks stay short for a while. A wake-up takes some 30 us of a processor, more than a brief
// request, so the watch does not look oftener. Some ticks after the last request it sleeps, and
// takes no processor time.
#pragma once
#include "server_connection.hpp"

#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace orbweaver::server {

class ReaderWatch final : public wire::HandoffWatch {
 public:
  static constexpr Nanoseconds kTick = std::chrono::milliseconds(20),
                               kShortTick = std::chrono::milliseconds(5);
  static constexpr int kQuietTicks = 2, kShortTicksAfterReplacing = 400;

  /// Called on the watch's thread to let another thread read `connection`, whose reader was in a
  /// servant at `look`. If it could not, the reader is found again at the next look.
  using StartReader = std::function<void(const std::shared_ptr<ServerConnection>& connection,
                                         wire::ReaderHandoff::Look look)>;

  /// Fails: std::system_error if its thread cannot be started.
  ReaderWatch(const os::ThreadTraits& traits, StartReader start_reader);
  /// Calls stop().
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

  /// The readers' activity since the last check: the last of these that holds for any reader.
  enum class Activity : std::uint8_t { none, requests, is_in_servant };

  void run();
  /// Checks all readers, and replaces each reader that stays in a servant.
  [[nodiscard]] Activity look_at_all(Lock& lock);
  [[nodiscard]] static Activity activity(wire::ReaderHandoff::Look now,
                                         wire::ReaderHandoff::Look before) noexcept;
  /// How long to wait for the next look.
  [[nodiscard]] Nanoseconds tick_after(Activity found) noexcept;
  void park(Lock& lock);
  void wake_up() noexcept override;

  StartReader start_reader_;
  os::Mutex mutex_;
  os::ConditionVariable changed_;
  std::vector<Watched> watched_;
  bool stopping_ = false;
  int short_ticks_left_ = 0;  // used by the watch's thread alone
  os::Thread thread_;
};

}  // namespace orbweaver::server
