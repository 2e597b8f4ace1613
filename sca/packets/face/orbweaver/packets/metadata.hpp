// Data about the data: what a sender says of the samples of a packet. It travels with the packet, as
// far as the sender gives it, which it need not.
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

/// Something that holds at one sample: a burst begins, a gain was changed.
struct Tag {
  /// In octets: a longer one is refused by require_sendable(). Both are of the format of packets.
  static constexpr std::size_t kLongestName = 63, kLongestText = 255;
  /// A number or a text.
  using Value = std::variant<std::int64_t, double, std::string>;

  std::string name;  ///< 1 to kLongestName octets
  Value value;       ///< a text has at most kLongestText octets
  /// Counted from the first sample of the packet, which has 0. What a peer says may lie behind the last.
  std::uint64_t offset = 0;
  friend bool operator==(const Tag&, const Tag&) = default;
};

/// A sample of a complex port is a pair. A default-made one says nothing. Copying one without tags
/// allocates nothing. What REDHAWK's SRI and VITA-49 call them stands behind each member.
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
  /// Of the first sample in its stream, from 0. VITA-49: its sample count.
  std::optional<std::uint64_t> sample_number = {};
  /// Which stream the samples are of, where several come through one port; empty: not given. SRI:
  /// streamID. VITA-49: stream identifier.
  StreamId stream_id = {};
  /// In any order. Two may have the same name and the same offset: both stand.
  std::vector<Tag> tags = {};

  friend bool operator==(const Metadata&, const Metadata&) = default;

  /// Whether it says nothing.
  [[nodiscard]] bool is_empty() const noexcept {
    return !sample_rate && !centre_frequency && !time && !sample_number && stream_id.empty() &&
           tags.empty();
  }
  /// Of the samples that are left if of `factor` samples one is kept: rate, number, and offsets of tags
  /// are divided. Requires: factor > 0.
  void decimate(std::uint64_t factor) noexcept;
};

/// Whether it may travel. Throws std::length_error, with what is too long, and how long it may be.
void require_sendable(const Metadata& metadata);

/// How many of its values mean nothing: a rate of 0 or less, a rate or frequency that is no number or
/// infinite, a time with picoseconds of a whole second. They are taken as not given.
unsigned remove_bad_values(Metadata& metadata) noexcept;

}  // namespace orbweaver::packets
