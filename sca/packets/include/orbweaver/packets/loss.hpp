// Why a packet did not reach the component behind a port: each loss is counted under one of these.
#pragma once
#include <orbweaver/os/atomic.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace orbweaver::packets {

enum class Loss : std::uint8_t {
  dead,            // at the sender: the destination is dead, or died while the packet was sent
  refused,         // at the sender: the destination raised an exception, or the packet is too large
  full_at_sender,  // the connection's queue was full
  old_at_sender,   // its lifespan had passed before it was sent
  late_at_sender,  // its end-to-end budget was used up before it was sent
  left,            // the connection or the port ended while the packet waited or was being sent
  old_on_arrival,  // its lifespan passed on its way
  late_on_arrival,   // its end-to-end budget was used up on its way
  full_at_receiver,  // the queue of the provides port was full
  old_at_receiver,   // its lifespan passed in that queue
  late_at_receiver,  // its end-to-end budget was used up in that queue
};
inline constexpr std::size_t kLosses = 11;

/// The cause as results and log lines name it: "dead", "full_at_sender".
[[nodiscard]] std::string_view name_of(Loss loss) noexcept;

/// How many packets were lost, by cause.
struct Losses {
  std::array<std::uint64_t, kLosses> counts{};
  [[nodiscard]] std::uint64_t of(Loss loss) const noexcept {
    return counts.at(static_cast<std::size_t>(loss));
  }
  [[nodiscard]] std::uint64_t all() const noexcept;
  friend bool operator==(const Losses&, const Losses&) = default;
};

/// The live counters. Threads: any; relaxed, as each counts by itself and orders nothing.
class LossCounters {
 public:
  void count(Loss loss, std::uint64_t packets = 1) noexcept {
    counts_[static_cast<std::size_t>(loss)].fetch_add(packets, std::memory_order_relaxed);
  }
  [[nodiscard]] Losses snapshot() const noexcept;
  void clear() noexcept;

 private:
  std::array<os::Atomic<std::uint64_t>, kLosses> counts_{};
};

}  // namespace orbweaver::packets
