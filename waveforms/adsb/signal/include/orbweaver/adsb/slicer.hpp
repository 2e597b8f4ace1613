// SPDX-License-Identifier: Apache-2.0
// Preamble detector and bit slicer: turns magnitudes into candidate frames. It judges the signal
// only; whether the bits are a frame is the frame checker's decision.
//
// The stream may be cut into packets anywhere: the slicer keeps the unfinished tail, and the
// candidates are the same for every packet size. It knows no sequence numbers: packets in the wrong
// order are one wrong signal, and cost the frames in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orbweaver::adsb {

inline constexpr std::size_t kShortFrameOctets = 7;
inline constexpr std::size_t kLongFrameOctets = 14;

struct Candidate {
  std::uint64_t sample = 0;  ///< where the preamble begins, in samples since the stream began
  std::uint16_t level = 0;   ///< mean magnitude of the preamble's four pulses
  std::uint8_t length = 0;   ///< octets used: kShortFrameOctets or kLongFrameOctets
  std::array<std::uint8_t, kLongFrameOctets> octets{};

  bool operator==(const Candidate&) const = default;
};

class Slicer {
 public:
  Slicer();

  /// The candidates that these samples complete, in order of their sample.
  /// Owns: the view holds until the next call. Allocates only while its buffers still grow.
  [[nodiscard]] std::span<const Candidate> push(std::span<const std::uint16_t> magnitudes);

  /// The candidates of the tail, as if silence followed; the next push begins a new stream.
  [[nodiscard]] std::span<const Candidate> finish();

 private:
  void restart();
  void append(std::span<const std::uint16_t> magnitudes);
  void scan();

  std::vector<std::uint16_t> window_;
  std::vector<std::int32_t> scores_;
  std::vector<Candidate> found_;
  std::uint64_t first_sample_ = 0;  ///< stream position of window_[1]
};

}  // namespace orbweaver::adsb
