// SPDX-License-Identifier: Apache-2.0
// For log lines that a peer can cause at any time. A hostile peer must not fill a disk with them,
// nor write text of its choice into them.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/log.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver {

/// Allows one line a second. Make one for each kind of line, static. Threads: any; never blocks.
class LogLimit {
 public:
  static constexpr Nanoseconds kInterval = std::chrono::seconds(1);

  /// If a line may be written at this moment: how many were suppressed since the last one.
  /// Otherwise nothing.
  [[nodiscard]] std::optional<std::uint64_t> take(TimePoint moment) noexcept {
    const auto ticks = moment.time_since_epoch().count();
    auto next = next_.load(std::memory_order_relaxed);  // relaxed: orders nothing, here and below
    if (ticks < next || !next_.compare_exchange_strong(next, ticks + kInterval.count(),
                                                       std::memory_order_relaxed)) {
      held_back_.fetch_add(1, std::memory_order_relaxed);
      return std::nullopt;
    }
    return held_back_.exchange(0, std::memory_order_relaxed);
  }

 private:
  std::atomic<TimePoint::rep> next_{0};
  std::atomic<std::uint64_t> held_back_{0};
};

/// log().warn(), if `limit` allows it.
template <class... Arguments>
void warn_seldom(LogLimit& limit, fmt::format_string<Arguments...> format,
                 Arguments&&... arguments) {
  const auto held_back = limit.take(now());
  if (!held_back) return;
  if (*held_back > 0) log().warn("lines left out that are like the next one: {}", *held_back);
  log().warn(format, std::forward<Arguments>(arguments)...);
}

/// Text from a peer, safe to print: at most `most` characters of it, and \xNN for each that is not
/// printable ASCII. Such an escape stays as it is, so that a text made safe twice is escaped once.
[[nodiscard]] std::string printable(std::string_view foreign, std::size_t most = 80);

}  // namespace orbweaver
