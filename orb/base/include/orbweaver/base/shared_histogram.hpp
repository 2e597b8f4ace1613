// SPDX-License-Identifier: Apache-2.0
// A histogram that other threads may read while it is written.
#pragma once
#include <orbweaver/base/histogram.hpp>

#include <atomic>

namespace orbweaver {

/// As Histogram, with the same buckets. Threads: one records at a time, which the caller sees to;
/// any may take a snapshot meanwhile. Neither waits for the other. A snapshot that is taken while a
/// value is recorded may miss parts of it.
class SharedHistogram {
 public:
  SharedHistogram();
  void record(std::uint64_t value) noexcept;
  [[nodiscard]] Histogram snapshot() const;
  /// Removes all records. Only the recording thread may call it.
  void clear() noexcept;

 private:
  using Cell = std::atomic<std::uint64_t>;
  // Relaxed everywhere: each cell counts by itself and orders nothing. As one thread writes, a load
  // and a store do instead of a read-modify-write, which costs ten times as much.
  static void add(Cell& cell, std::uint64_t by) noexcept {
    cell.store(cell.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }
  static void add(std::atomic<double>& cell, double by) noexcept {
    cell.store(cell.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
  }

  std::unique_ptr<std::array<Cell, Histogram::kBuckets>> buckets_;
  Cell count_{0}, min_{UINT64_MAX}, max_{0};
  std::atomic<double> sum_{0}, sum_of_squares_{0};
};

}  // namespace orbweaver
