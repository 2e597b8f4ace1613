// SPDX-License-Identifier: Apache-2.0
// How many packets and bytes pass through one connection, at which rate, and how long they take.
#pragma once
#include <orbweaver/base/shared_histogram.hpp>
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace orbweaver::packets {

/// A snapshot. Rates are of the last half second to second; 0 if no packet passed in that time.
struct Flow {
  /// Since the connection was made. Both only grow.
  std::uint64_t packets = 0, bytes = 0;
  /// Both of the last half second to second.
  double packets_per_second = 0, bytes_per_second = 0;
  Summary latency_ns;  // in nanoseconds, since the connection was made
};

/// Threads: one may record at a time; any may take a snapshot meanwhile. Neither waits for the
/// other. Allocates memory in its constructor alone.
class FlowMeter {
 public:
  void record(std::int64_t now_ns, std::size_t bytes) noexcept;
  void record_latency(std::int64_t latency_ns) noexcept {
    latency_.record(latency_ns > 0 ? static_cast<std::uint64_t>(latency_ns) : 0);
  }
  [[nodiscard]] std::uint64_t packets() const noexcept {
    return packets_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] Flow snapshot(std::int64_t now_ns) const;
  /// Sets all counts to 0. Only the recording thread may call it.
  void clear() noexcept;

 private:
  /// The counts at one moment.
  struct Mark {
    std::int64_t at_ns = 0;
    std::uint64_t packets = 0, bytes = 0;
  };
  struct LiveMark {
    os::Atomic<std::int64_t> at_ns{0};
    os::Atomic<std::uint64_t> packets{0}, bytes{0};
    void store(const Mark& mark) noexcept;
    [[nodiscard]] Mark load() const noexcept;
  };
  void move_marks(std::int64_t now_ns) noexcept;
  [[nodiscard]] Mark rate_begins() const noexcept;

  // Relaxed, but for the marks: each counts by itself. One thread writes, so that a load and a
  // store do instead of a read-modify-write.
  os::Atomic<std::uint64_t> packets_{0}, bytes_{0};
  std::int64_t next_mark_ns_ = 0;  // used only by the thread that records
  /// Odd while the marks move. A reader that finds it changed reads again.
  os::Atomic<std::uint32_t> moves_{0};
  LiveMark older_, newer_;
  SharedHistogram latency_;
};

}  // namespace orbweaver::packets
