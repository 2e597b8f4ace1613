// SPDX-License-Identifier: Apache-2.0
// Metadata of the samples of a packet: rate, frequency, time, number, stream, tags. They travel
// with the packet. Each of them may be missing.
#pragma once
#include <orbweaver/packets/stream_id.hpp>
#include <orbweaver/packets/utc_time.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orbweaver::packets {

/// An event at one sample: a burst begins, a gain was changed.
struct Tag {
  /// The most octets of a name and of a text; require_sendable() refuses longer ones. The format of
  /// packets sets both.
  static constexpr std::size_t kLongestName = 63, kLongestText = 255;
  /// A number or a text.
  using Value = std::variant<std::int64_t, double, std::string>;

  std::string name;  ///< 1 to kLongestName octets
  Value value;       ///< a text has at most kLongestText octets
  /// Counted from the first sample of the packet, which has 0. A value from a peer may lie behind
  /// the last sample.
  std::uint64_t offset = 0;
  friend bool operator==(const Tag&, const Tag&) = default;
};

/// The metadata of a packet. On a complex port a pair counts as one sample. Copying metadata
/// without tags allocates nothing. Each member names what REDHAWK's SRI and VITA-49 call it.
struct Metadata {
  /// More are refused by require_sendable().
  static constexpr std::size_t kMostTags = 128;

  /// Samples per second; more than 0, finite. SRI: 1 / xdelta. VITA-49: sample rate.
  std::optional<double> sample_rate = {};
  /// Hz: where 0 Hz of the samples is in the air; finite. SRI: the keyword CHAN_RF. VITA-49: RF
  /// reference frequency.
  std::optional<double> centre_frequency = {};
  /// When the first sample was taken. SRI's packets: T. VITA-49: its time stamp.
  std::optional<UtcTime> time = {};
  /// The number of the first sample in its stream; streams begin with 0. VITA-49: sample count.
  std::optional<std::uint64_t> sample_number = {};
  /// The stream to which the samples belong, if several come through one port; empty: not given.
  /// SRI: streamID. VITA-49: stream identifier.
  StreamId stream_id = {};
  /// Tags, in any order. Two tags may have the same name and offset: both are kept.
  std::vector<Tag> tags = {};

  friend bool operator==(const Metadata&, const Metadata&) = default;

  /// Whether no member is given.
  [[nodiscard]] bool is_empty() const noexcept {
    return !sample_rate && !centre_frequency && !time && !sample_number && stream_id.empty() &&
           tags.empty();
  }
  /// Makes these the metadata of the samples that are left if one of `factor` samples is kept:
  /// rate, number, and offsets of tags are divided. Requires: factor > 0.
  void decimate(std::uint64_t factor) noexcept;
};

/// Checks that the metadata can be sent. Throws std::length_error that names the value that is too
/// long, and the limit.
void require_sendable(const Metadata& metadata);

/// Removes values that have no meaning: a rate of 0 or less, a rate or frequency that is not
/// finite, a time whose picoseconds make a second or more. Returns how many there were.
unsigned remove_bad_values(Metadata& metadata) noexcept;

}  // namespace orbweaver::packets
