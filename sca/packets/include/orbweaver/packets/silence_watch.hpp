// SPDX-License-Identifier: Apache-2.0
// The deadline of a connection: reports once a gap between two packets that is longer.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

namespace orbweaver::packets {

/// Watches from the first packet on. Threads: any; noting a packet costs two atomic operations, and
/// takes a lock only for the first packet after a silence. The report comes on the alarm's thread,
/// as soon as the deadline has passed, and must not block.
class SilenceWatch final : public dispatch::Alarm::Target,
                           public std::enable_shared_from_this<SilenceWatch> {
 public:
  using Report = std::function<void()>;

  /// `alarm` outlives the watch.
  SilenceWatch(dispatch::Alarm& alarm, Nanoseconds deadline, Report report)
      : alarm_(alarm), deadline_(deadline), report_(std::move(report)) {}

  /// Requires: a shared_ptr owns it.
  void note_packet(std::int64_t now_ns) noexcept;
  /// No gap is reported until the next packet, as the stream has ended.
  void rest() noexcept;
  /// Silences that were reported.
  [[nodiscard]] std::uint64_t silences() const noexcept {
    return silences_.load(std::memory_order_relaxed);
  }
  void ring() noexcept override;

 private:
  // The alarm is set in exactly one state: watching.
  //   note_packet():  resting -> watching, and sets the alarm
  //   ring():         watching -> watching, and sets it anew, if a packet has come; else -> resting
  enum class State { resting, watching };

  void set_alarm(std::int64_t from_ns) noexcept;

  dispatch::Alarm& alarm_;
  const Nanoseconds deadline_;
  const Report report_;
  os::Atomic<std::int64_t> last_ns_{0};
  os::Atomic<State> state_{State::resting};
  os::Atomic<bool> is_over_{false};
  os::Atomic<std::uint64_t> silences_{0};
};

}  // namespace orbweaver::packets
