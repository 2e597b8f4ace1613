// SPDX-License-Identifier: Apache-2.0
// Makes one of the two tones stronger, as transmitters with pre-emphasis and receivers with
// de-emphasis do: a filter of the first order, whose corner follows from the difference.
#pragma once

namespace orbweaver::ax25 {

/// The most that a filter of the first order can do between the tones is 5.26 dB.
inline constexpr double kMostTwistDb = 5;

class Emphasis {
 public:
  /// `twist_db`: the level of the space tone beside that of the mark tone, from -kMostTwistDb to
  /// kMostTwistDb. The stronger tone keeps its level.
  Emphasis(double twist_db, double rate);

  [[nodiscard]] double push(double sample);

 private:
  double before_ = 0;  ///< gain of the sample before
  double pole_ = 0;
  double gain_ = 1;
  double last_in_ = 0;
  double last_out_ = 0;
};

}  // namespace orbweaver::ax25
