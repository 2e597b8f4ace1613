// SPDX-License-Identifier: Apache-2.0
// Why a packet did not reach the component behind a port: each loss is counted under one of these.
#pragma once
#include <orbweaver/os/atomic.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace orbweaver::packets {

/// Where a packet was lost, and why. A lost packet counts once.
enum class Loss : std::uint8_t {
  dead,     ///< at the sender: the destination is dead, or died while it was sent
  refused,  ///< at the sender: the destination raised an exception, or the packet is too large
  full_at_sender,    ///< the connection's queue was full
  old_at_sender,     ///< its lifespan had passed before it was sent
  late_at_sender,    ///< its end-to-end budget was used up before it was sent
  left,              ///< it waited, or was being sent, when the connection or the port ended
  old_on_arrival,    ///< its lifespan passed on its way
  late_on_arrival,   ///< its end-to-end budget was used up on its way
  full_at_receiver,  ///< the queue of the provides port was full
  old_at_receiver,   ///< its lifespan passed in that queue
  late_at_receiver,  ///< its end-to-end budget was used up in that queue
};
/// How many causes there are.
inline constexpr std::size_t kLosses = 11;

/// The name of a cause in results and log lines: "dead", "full_at_sender".
[[nodiscard]] std::string_view name_of(Loss loss) noexcept;

/// How many packets were lost, by cause.
struct Losses {
  std::array<std::uint64_t, kLosses> counts{};  ///< packets, by the number of the cause
  /// Packets that were lost for this cause.
  [[nodiscard]] std::uint64_t of(Loss loss) const noexcept {
    return counts.at(static_cast<std::size_t>(loss));
  }
  /// The losses of all causes together.
  [[nodiscard]] std::uint64_t all() const noexcept;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// The live counters. Threads: any; relaxed, as each counts by itself and orders nothing.
class LossCounters {
 public:
  /// Adds packets to one cause. Never blocks.
  void count(Loss loss, std::uint64_t packets = 1) noexcept {
    counts_[static_cast<std::size_t>(loss)].fetch_add(packets, std::memory_order_relaxed);
  }
  /// The present counts. A count that another thread makes at the same time may be in them or not.
  [[nodiscard]] Losses snapshot() const noexcept;
  /// Sets all counts to 0.
  void clear() noexcept;

 private:
  std::array<os::Atomic<std::uint64_t>, kLosses> counts_{};
};

}  // namespace orbweaver::packets
