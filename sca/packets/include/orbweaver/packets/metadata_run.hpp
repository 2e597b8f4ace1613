// SPDX-License-Identifier: Apache-2.0
// The metadata of packets that follow each other without a gap, as a source sends them.
#pragma once
#include <orbweaver/packets/metadata.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace orbweaver::packets {

/// Threads: one at a time.
class MetadataRun {
 public:
  /// Makes `metadata`, of a packet, those of the next one, `samples` later: the number is greater
  /// by that, the time later; without a sample rate there is no time any more. Tags are of one
  /// packet alone. The time is reckoned from the last one that was given, not from packet to
  /// packet, so that no rounding adds up.
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
