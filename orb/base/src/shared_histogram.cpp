// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/shared_histogram.hpp>

namespace orbweaver {

// Of 64 bits: where an atomic would take a lock, recording could wait for a reader.
static_assert(std::atomic<std::uint64_t>::is_always_lock_free &&
              std::atomic<double>::is_always_lock_free);

SharedHistogram::SharedHistogram()
    : buckets_(std::make_unique<std::array<Cell, Histogram::kBuckets>>()) {}

void SharedHistogram::record(std::uint64_t value) noexcept {
  add((*buckets_)[Histogram::bucket_of(value)], 1);
  add(count_, 1);
  if (value < min_.load(std::memory_order_relaxed)) min_.store(value, std::memory_order_relaxed);
  if (value > max_.load(std::memory_order_relaxed)) max_.store(value, std::memory_order_relaxed);
  const auto v = static_cast<double>(value);
  add(sum_, v);
  add(sum_of_squares_, v * v);
}

Histogram SharedHistogram::snapshot() const {
  Histogram copy;
  // The count is the sum of the buckets as they were read here, so that a percentile is always
  // found, though other threads add meanwhile.
  for (std::size_t i = 0; i < buckets_->size(); ++i) {
    (*copy.buckets_)[i] = (*buckets_)[i].load(std::memory_order_relaxed);
    copy.count_ += (*copy.buckets_)[i];
  }
  copy.min_ = min_.load(std::memory_order_relaxed);
  copy.max_ = max_.load(std::memory_order_relaxed);
  copy.sum_ = sum_.load(std::memory_order_relaxed);
  copy.sum_of_squares_ = sum_of_squares_.load(std::memory_order_relaxed);
  return copy;
}

void SharedHistogram::clear() noexcept {
  for (auto& bucket : *buckets_) bucket.store(0, std::memory_order_relaxed);
  for (auto* cell : {&count_, &max_}) cell->store(0, std::memory_order_relaxed);
  min_.store(UINT64_MAX, std::memory_order_relaxed);
  for (auto* cell : {&sum_, &sum_of_squares_}) cell->store(0, std::memory_order_relaxed);
}

}  // namespace orbweaver
