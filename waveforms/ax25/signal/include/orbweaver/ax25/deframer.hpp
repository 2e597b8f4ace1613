// SPDX-License-Identifier: Apache-2.0
// Sixth step: frames out of the bits of one slicer. NRZI, flags, bit stuffing, abort, check
// sequence. No bit is ever corrected. Memory is bounded whatever comes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <orbweaver/ax25/heard_frame.hpp>
#include <orbweaver/ax25/line_bits.hpp>

namespace orbweaver::ax25 {

/// What lay between two flags. The members add up to the stretches that were not empty.
struct DeframerCounts {
  std::uint64_t frames = 0;     ///< with the right check sequence
  std::uint64_t wrong = 0;      ///< whole octets of a fitting length with another check sequence
  std::uint64_t no_octets = 0;  ///< not a whole number of octets
  std::uint64_t too_short = 0;
  std::uint64_t too_long = 0;
  std::uint64_t aborted = 0;  ///< ended by seven ones

  [[nodiscard]] std::uint64_t all() const {
    return frames + wrong + no_octets + too_short + too_long + aborted;
  }
  bool operator==(const DeframerCounts&) const = default;
};

/// HDLC (ISO 13239) behind NRZI.
class Deframer {
 public:
  /// `slicer`: its number, for what it finds.
  explicit Deframer(std::uint8_t slicer = 0);

  /// The frames that these bits complete. Owns: the reference holds until the next call.
  [[nodiscard]] const Findings& push(const LineBits& bits);

  [[nodiscard]] const DeframerCounts& counts() const { return counts_; }

 private:
  void take(bool bit, std::uint64_t time_ns);
  void add(bool bit);
  void end_stretch(std::uint64_t time_ns);
  void judge(std::uint64_t time_ns, std::size_t bits);

  bool was_mark_ = false;
  int ones_ = 0;  ///< since the last zero
  bool is_between_flags_ = false;
  std::vector<std::uint8_t> octets_;
  std::size_t bits_ = 0;  ///< since the flag, without stuffed ones
  Findings findings_;
  DeframerCounts counts_;
};

}  // namespace orbweaver::ax25
