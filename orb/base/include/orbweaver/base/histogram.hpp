// SPDX-License-Identifier: Apache-2.0
// A histogram of durations or sizes with constant relative error, and its summary.
#pragma once
#include <array>
#include <cstdint>
#include <memory>

namespace orbweaver {

/// A distribution as a result file has it. Same unit as the recorded values.
struct Summary {
  std::uint64_t count = 0;  // values that were recorded; 0: all else is 0, too
  /// The least, the mean and the standard deviation. All are exact.
  double min = 0, mean = 0, stddev = 0;
  /// Half of the values are not above p50, 99.9 % not above p999; and the greatest. Each of p50 to
  /// p999 is within 1.6 %.
  double p50 = 0, p80 = 0, p90 = 0, p99 = 0, p999 = 0, max = 0;
};

/// Log-linear buckets: 64 linear steps per power of two, so that a percentile is within 1.6 % of
/// the true value over the whole range of 64 bits. min, max, mean and stddev are exact. Threads:
/// one writer; no locks. record() allocates nothing.
class Histogram {
 public:
  Histogram();
  void record(std::uint64_t value) noexcept;
  void merge(const Histogram& other) noexcept;

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] std::uint64_t min() const noexcept;
  [[nodiscard]] std::uint64_t max() const noexcept { return max_; }
  [[nodiscard]] double mean() const noexcept;
  [[nodiscard]] double standard_deviation() const noexcept;
  /// The smallest recorded bucket value that at least `percent` of all values do not exceed; 0 if
  /// empty.
  [[nodiscard]] double percentile(double percent) const noexcept;
  /// The summary, with each value divided by `unit` (1000 turns nanoseconds into microseconds).
  [[nodiscard]] Summary summary(double unit = 1.0) const noexcept;

 private:
  friend class SharedHistogram;
  static constexpr unsigned kStepBits = 6;
  static constexpr std::size_t kBuckets = (64 - kStepBits + 1) << kStepBits;
  static std::size_t bucket_of(std::uint64_t value) noexcept;
  static double value_of(std::size_t bucket) noexcept;

  std::unique_ptr<std::array<std::uint64_t, kBuckets>> buckets_;
  std::uint64_t count_ = 0, min_ = UINT64_MAX, max_ = 0;
  double sum_ = 0, sum_of_squares_ = 0;
};

}  // namespace orbweaver
