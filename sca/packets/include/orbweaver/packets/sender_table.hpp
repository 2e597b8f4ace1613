// SPDX-License-Identifier: Apache-2.0
// The connections that send to a provides port, with their statistics.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/packets/flow_meter.hpp>
#include <orbweaver/packets/loss.hpp>
#include <orbweaver/packets/metadata_context.hpp>
#include <orbweaver/packets/stamp.hpp>
#include <orbweaver/packets/statistics.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace orbweaver::packets {

/// Counts the packets of a connection that arrived out of order or are missing, by their numbers.
/// The first number may be any, as a receiver may join later. Threads: one at a time.
class NumberMeter {
 public:
  /// Counts an arrival. Returns whether it is the expected number: then reordered() and missing()
  /// are as before.
  bool note(std::uint64_t number) noexcept {
    if (received_++ == 0) {
      lowest_ = highest_ = number;
      return true;
    }
    if (number == highest_ + 1) [[likely]] {
      highest_ = number;
      return true;
    }
    if (number <= highest_) ++reordered_;
    lowest_ = std::min(lowest_, number);
    highest_ = std::max(highest_, number);
    return false;
  }
  /// Arrivals after one with the same or a greater number.
  [[nodiscard]] std::uint64_t reordered() const noexcept { return reordered_; }
  /// Numbers between the lowest and the highest that have not arrived.
  [[nodiscard]] std::uint64_t missing() const noexcept {
    const auto span = received_ == 0 ? 0 : highest_ - lowest_ + 1;
    return span > received_ ? span - received_ : 0;
  }

 private:
  std::uint64_t received_ = 0, lowest_ = 0, highest_ = 0, reordered_ = 0;
};

/// The receiving end of one connection. Threads: as SenderTable.
class Sender {
 public:
  void note_arrival(std::uint64_t number) noexcept;
  void note_delivery(const Times& times, std::int64_t now_ns, std::size_t bytes) noexcept;
  void note_loss(Loss loss) noexcept { losses_.count(loss); }
  /// Removes meaningless values from metadata that are given or broken. Returns a line for the log
  /// about them, each line once for a connection; null: there is none.
  [[nodiscard]] const char* note_metadata(CarriedMetadata& metadata) noexcept;

 private:
  friend class SenderTable;
  void begin(std::uint64_t connection, std::int64_t now_ns) noexcept;
  [[nodiscard]] ConnectionStatistics statistics(std::int64_t now_ns) const;

  // Loads and stores are relaxed: snapshots read these counters, and each counts by itself.
  os::Atomic<std::uint64_t> connection_{0}, reordered_{0}, missing_{0};
  std::int64_t last_ns_ = 0;
  NumberMeter numbers_;
  FlowMeter flow_;
  LossCounters losses_;
  os::Atomic<std::uint64_t> broken_metadata_{0}, bad_values_{0}, time_went_back_{0};
  std::optional<UtcTime> last_time_;
};

/// Threads: the caller ensures that one thread at a time finds senders and notes packets; any may
/// take a snapshot meanwhile, and neither waits for the other. Keeps the last kMost connections: if
/// there are more, the one that was silent longest is removed, since a faulty peer may invent
/// connection numbers.
class SenderTable {
 public:
  static constexpr std::size_t kMost = 64;

  SenderTable() = default;
  ~SenderTable();
  SenderTable(const SenderTable&) = delete;
  SenderTable& operator=(const SenderTable&) = delete;

  /// Returns the sender of a connection; 0 stands for all senders that give no number. `now_ns`: 0
  /// if unknown. Allocates at a connection's first packet. The result is valid as long as the
  /// table.
  [[nodiscard]] Sender& find(std::uint64_t connection, std::int64_t now_ns) {
    if (last_ != nullptr && last_->connection_.load(std::memory_order_relaxed) == connection) {
      if (now_ns != 0) last_->last_ns_ = now_ns;
      return *last_;
    }
    return search(connection, now_ns);
  }
  [[nodiscard]] std::vector<ConnectionStatistics> statistics(std::int64_t now_ns) const;

 private:
  [[nodiscard]] Sender& search(std::uint64_t connection, std::int64_t now_ns);

  Sender* last_ = nullptr;  // the one that find() returned last
  std::array<os::Atomic<Sender*>, kMost> senders_{};
};

}  // namespace orbweaver::packets
