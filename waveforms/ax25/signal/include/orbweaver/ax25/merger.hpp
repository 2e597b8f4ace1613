// SPDX-License-Identifier: Apache-2.0
// Seventh step: the findings of all slicers become one row of frames, without duplicates. What
// comes out does not depend on which slicer is ahead: a frame waits until all of them have reached
// its time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <orbweaver/ax25/heard_frame.hpp>

namespace orbweaver::ax25 {

class Merger {
 public:
  /// Two findings of the same octets within this time are one transmission: the shortest frame
  /// takes 113 ms.
  static constexpr std::uint64_t kSameNs = 50'000'000;
  /// More frames do not wait for a slicer that does not go on: the oldest goes out, and is counted.
  static constexpr std::size_t kMostWaiting = 4096;

  /// `slicers`: how many there are, from 1 to kMostSlicers.
  explicit Merger(std::uint8_t slicers);

  /// The frames that are complete now, by time. Findings of a slicer that is not there are taken
  /// for complete ones. Owns: the view holds until the next call.
  [[nodiscard]] std::span<const HeardFrame> push(const Findings& findings);

  /// All that wait, as if every slicer had gone on; the next push begins a new stream.
  [[nodiscard]] std::span<const HeardFrame> finish();

  [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }
  /// Frames that did not wait for all slicers.
  [[nodiscard]] std::uint64_t hurried() const { return hurried_; }

 private:
  void release_before(std::uint64_t time_ns);
  void release_first();

  std::uint8_t slicers_;
  std::array<std::uint64_t, kMostSlicers> reached_{};
  std::vector<HeardFrame> waiting_;  ///< by time, then by slicer
  std::vector<HeardFrame> out_;
  std::uint64_t duplicates_ = 0;
  std::uint64_t hurried_ = 0;
};

}  // namespace orbweaver::ax25
