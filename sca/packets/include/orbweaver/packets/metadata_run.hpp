// SPDX-License-Identifier: Apache-2.0
// The metadata of consecutive packets of a source.
#pragma once
#include <orbweaver/packets/metadata.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace orbweaver::packets {

/// Threads: one at a time.
class MetadataRun {
 public:
  /// Changes `metadata` of a packet to those of the next one, `samples` later: adds them to the
  /// number, and their duration to the time. Without a sample rate the time is removed. Tags are
  /// removed. The time counts from the last one that the source gave, so that rounding errors do
  /// not add up.
  void advance(Metadata& metadata, std::uint64_t samples) noexcept {
    metadata.tags.clear();
    if (metadata.sample_number) *metadata.sample_number += samples;
    if (!metadata.time) return;
    if (!knows_rate(metadata)) return metadata.time.reset();
    begin_anew_if_given(metadata);
    samples_ += samples;
    metadata.time = made_ = time_of_sample(first_, samples_, rate_);
  }

 private:
  static bool knows_rate(const Metadata& metadata) noexcept {
    return metadata.sample_rate && *metadata.sample_rate > 0 &&
           *metadata.sample_rate <= std::numeric_limits<double>::max();
  }
  void begin_anew_if_given(const Metadata& metadata) noexcept {
    if (metadata.time == made_ && *metadata.sample_rate == rate_) return;
    first_ = *metadata.time;
    rate_ = *metadata.sample_rate;
    samples_ = 0;
  }

  UtcTime first_;
  double rate_ = 0;
  std::uint64_t samples_ = 0;    // since first_
  std::optional<UtcTime> made_;  // the time that the last advance() set
};

}  // namespace orbweaver::packets
