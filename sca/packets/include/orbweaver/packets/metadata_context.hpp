// SPDX-License-Identifier: Apache-2.0
// Metadata as it travels beside a request, in the service context giop::kContextMetadata:
//
//   [ byte order, 3 octets of 0 | ulong: which words there are | words | sections ]
//
//   A word of 8 octets stands for each bit that is set, that of the lowest bit first:
//     bit 0   double      sample rate, Hz
//     bit 1   double      centre frequency, Hz
//     bit 2   longlong    time: seconds since 1970-01-01 UTC
//     bit 3   ulonglong   time: picoseconds; with bit 2
//     bit 4   ulonglong   number of the first sample
//     others              of a later version: stepped over
//
//   A section is [ ulong kind | ulong length | `length` octets | padding to a multiple of 8 ]:
//     kind 1  the stream id; at most once, at most 63 octets
//     kind 2  a tag: [ ulonglong offset | ulong kind of value | ulong length of name
//                    | value: longlong, double, or ulonglong length of text | name | text ]
//     others  of a later version: stepped over, as is a tag with another kind of value
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/kept_bytes.hpp>
#include <orbweaver/packets/metadata.hpp>

#include <optional>

namespace orbweaver::packets {

/// Writes metadata in the machine's byte order. Allocates only for metadata longer than
/// KeptBytes::kInPlace, as those with tags are.
class MetadataContext {
 public:
  /// Requires: require_sendable().
  explicit MetadataContext(const Metadata& metadata) { write(metadata); }
  /// Null: no metadata, and no octets.
  explicit MetadataContext(const Metadata* metadata) {
    if (metadata != nullptr) [[unlikely]]
      write(*metadata);
  }
  [[nodiscard]] Bytes data() const noexcept { return octets_.bytes(); }

 private:
  void write(const Metadata& metadata);

  KeptBytes octets_;
};

/// Reads the octets of a context. Returns nothing if they are malformed: cut off, too long, with
/// too many tags or a tag without a name. Values are not checked: see remove_bad_values().
[[nodiscard]] std::optional<Metadata> read_metadata(Bytes data);

/// The metadata that came with a packet, if any.
class CarriedMetadata {
 public:
  /// Holds no metadata. It clears no memory, as a defaulted constructor would: most packets have
  /// none.
  CarriedMetadata() noexcept {}  // NOLINT(modernize-use-equals-default)
  /// A copy of these.
  explicit CarriedMetadata(const Metadata& metadata) : given_(metadata) {}
  /// Reads the octets of a context; empty: there are none.
  [[nodiscard]] static CarriedMetadata of_context(Bytes data);

  /// Whether the sender gave some that could be read.
  [[nodiscard]] bool is_given() const noexcept { return given_.has_value(); }
  /// The metadata; empty ones if the packet came with none.
  [[nodiscard]] const Metadata& get() const noexcept;
  /// The metadata, to be read or changed in place. Requires: is_given().
  [[nodiscard]] Metadata& given() noexcept { return *given_; }
  /// True: the packet came with metadata that could not be read. They count as missing.
  [[nodiscard]] bool is_broken() const noexcept { return is_broken_; }

 private:
  std::optional<Metadata> given_;
  bool is_broken_ = false;
};

}  // namespace orbweaver::packets
