// SPDX-License-Identifier: Apache-2.0
// Fifth step: decides for each bit which tone it is, and when. A transmitter that emphasises high
// tones makes the space tone stronger, one that does not weaker. So several slicers work in
// parallel, each with another gain for it.
#pragma once

#include <cstdint>
#include <span>

#include <orbweaver/ax25/correlator.hpp>
#include <orbweaver/ax25/line_bits.hpp>

namespace orbweaver::ax25 {

/// Recovers the bit clock: a counter of the bit time that each change of the tone pulls towards its
/// place.
class BitClock {
 public:
  explicit BitClock(double rate) : step_(step_at(rate)) {}

  /// True if a bit is to be read at this sample. `changed_before`: how long before this sample the
  /// tone changed, in samples from 0 to 1; below 0: it did not change.
  [[nodiscard]] bool tick(double changed_before);

 private:
  static double step_at(double rate);

  double step_;
  /// In bit times from -0.5 to 0.5: a change of the tone belongs at 0, a bit is read at 0.5.
  double phase_ = 0;
};

class Slicer {
 public:
  /// `space_gain_db`: of the space tone before the comparison.
  Slicer(double rate, double space_gain_db);

  /// The bits that these samples complete, and the time reached. They are the same however the
  /// tones are cut into calls. Owns: the reference holds until the next call.
  [[nodiscard]] const LineBits& push(std::span<const Tones> tones);

 private:
  [[nodiscard]] std::uint64_t now_ns() const;

  double rate_;
  float space_gain_;
  BitClock clock_;
  std::uint64_t samples_ = 0;
  float before_ = 0;  ///< mark less space, a sample ago
  LineBits bits_;
};

}  // namespace orbweaver::ax25
