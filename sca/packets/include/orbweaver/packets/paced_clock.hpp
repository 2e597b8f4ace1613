// SPDX-License-Identifier: Apache-2.0
// A clock that is not read for each packet of a fast stream, as reading it takes a tenth of the
// time of the fastest call.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <cstdint>
#include <optional>

namespace orbweaver::packets {

/// Threads: one at a time.
class PacedClock {
 public:
  /// Packets that come closer to each other than this are fast.
  static constexpr std::int64_t kFastNs = 10'000;
  /// While packets come fast, the clock is read for one in kOneIn packets.
  static constexpr std::int64_t kOneIn = 8;

  /// The time for the next packet; nothing if the clock is not read for it. It is read for each
  /// packet that is not fast.
  [[nodiscard]] std::optional<std::int64_t> read() noexcept {
    if (to_skip_ > 0) {
      --to_skip_;
      return std::nullopt;
    }
    return read_now();
  }
  /// Like read(), but always reads the clock.
  [[nodiscard]] std::int64_t read_now() noexcept {
    const auto now_ns = monotonic_ns();
    const auto packets = skipped_ - to_skip_ + 1;
    skipped_ = to_skip_ = now_ns - last_ns_ < packets * kFastNs ? kOneIn - 1 : 0;
    last_ns_ = now_ns;
    return now_ns;
  }
  /// The time that was read last.
  [[nodiscard]] std::int64_t last_ns() const noexcept { return last_ns_; }

 private:
  std::int64_t last_ns_ = 0, skipped_ = 0, to_skip_ = 0;
};

}  // namespace orbweaver::packets
