// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/merger.hpp>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace orbweaver::ax25 {
namespace {

auto order_of(const HeardFrame& frame) { return std::tuple(frame.time_ns, frame.slicers); }

}  // namespace

Merger::Merger(std::uint8_t slicers) : slicers_(slicers) {}

std::span<const HeardFrame> Merger::push(const Findings& findings) {
  out_.clear();
  if (findings.slicer < slicers_) {
    auto& reached = reached_[findings.slicer];
    reached = std::max(reached, findings.reached_ns);
  }
  for (const auto& frame : findings.frames) {
    const auto place = std::ranges::upper_bound(waiting_, order_of(frame), {}, order_of);
    waiting_.insert(place, frame);
  }
  for (; waiting_.size() > kMostWaiting; ++hurried_) release_first();
  release_before(*std::ranges::min_element(std::span(reached_).first(slicers_)));
  return out_;
}

std::span<const HeardFrame> Merger::finish() {
  out_.clear();
  while (!waiting_.empty()) release_first();
  reached_ = {};
  return out_;
}

void Merger::release_before(std::uint64_t time_ns) {
  while (!waiting_.empty() && time_ns >= kSameNs && waiting_.front().time_ns < time_ns - kSameNs) {
    release_first();
  }
}

void Merger::release_first() {
  HeardFrame first = std::move(waiting_.front());
  waiting_.erase(waiting_.begin());
  const auto is_same = [&first](const HeardFrame& other) {
    return other.time_ns - first.time_ns <= kSameNs && other.octets == first.octets;
  };
  for (const auto& other : waiting_) {
    if (is_same(other)) first.slicers |= other.slicers;
  }
  duplicates_ += std::erase_if(waiting_, is_same);
  out_.push_back(std::move(first));
}

}  // namespace orbweaver::ax25
