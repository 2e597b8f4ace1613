// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/histogram.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace orbweaver {

Histogram::Histogram() : buckets_(std::make_unique<std::array<std::uint64_t, kBuckets>>()) {
  buckets_->fill(0);
}

// Values below 2^kStepBits have a bucket each; above, the kStepBits bits after the leading one
// choose it.
std::size_t Histogram::bucket_of(std::uint64_t value) noexcept {
  constexpr std::uint64_t kSteps = 1U << kStepBits;
  if (value < kSteps) return static_cast<std::size_t>(value);
  const unsigned exponent = static_cast<unsigned>(std::bit_width(value)) - 1 - kStepBits;
  const std::uint64_t step = (value >> exponent) - kSteps;
  return static_cast<std::size_t>(((exponent + 1) << kStepBits) + step);
}

double Histogram::value_of(std::size_t bucket) noexcept {
  constexpr std::size_t kSteps = std::size_t{1} << kStepBits;
  if (bucket < kSteps) return static_cast<double>(bucket);
  const auto exponent = static_cast<int>(bucket >> kStepBits) - 1;
  const double lowest = std::ldexp(static_cast<double>(kSteps + (bucket & (kSteps - 1))), exponent);
  return lowest + (std::ldexp(1.0, exponent) - 1) / 2;
}

void Histogram::record(std::uint64_t value) noexcept {
  ++(*buckets_)[bucket_of(value)];
  ++count_;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
  const auto v = static_cast<double>(value);
  sum_ += v;
  sum_of_squares_ += v * v;
}

void Histogram::merge(const Histogram& other) noexcept {
  for (std::size_t i = 0; i < kBuckets; ++i) (*buckets_)[i] += (*other.buckets_)[i];
  count_ += other.count_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
  sum_of_squares_ += other.sum_of_squares_;
}

std::uint64_t Histogram::min() const noexcept { return count_ == 0 ? 0 : min_; }

double Histogram::mean() const noexcept {
  return count_ == 0 ? 0 : sum_ / static_cast<double>(count_);
}

double Histogram::standard_deviation() const noexcept {
  if (count_ < 2) return 0;
  const auto n = static_cast<double>(count_);
  return std::sqrt(std::max(0.0, (sum_of_squares_ - sum_ * sum_ / n) / (n - 1)));
}

double Histogram::percentile(double percent) const noexcept {
  if (count_ == 0) return 0;
  const auto rank = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(percent / 100 * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kBuckets; ++i) {
    seen += (*buckets_)[i];
    if (seen >= rank)
      return std::clamp(value_of(i), static_cast<double>(min_), static_cast<double>(max_));
  }
  return static_cast<double>(max_);
}

Summary Histogram::summary(double unit) const noexcept {
  return {count_,
          static_cast<double>(min()) / unit,
          mean() / unit,
          standard_deviation() / unit,
          percentile(50) / unit,
          percentile(80) / unit,
          percentile(90) / unit,
          percentile(99) / unit,
          percentile(99.9) / unit,
          static_cast<double>(max_) / unit};
}

}  // namespace orbweaver
