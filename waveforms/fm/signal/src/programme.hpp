// SPDX-License-Identifier: Apache-2.0
// The audio of a generated station as formulas: its value and its slope at any time, from which
// pre-emphasis follows exactly.
#pragma once

#include <cstdint>
#include <vector>

#include <orbweaver/fm/generator.hpp>

namespace orbweaver::fm {

class ProgrammeAudio {
 public:
  /// Tones between `low_hz` and `high_hz`, at a level that keeps 90 % of full deviation after
  /// pre-emphasis.
  ProgrammeAudio(Programme programme, std::uint64_t seed, double low_hz, double high_hz,
                 double pre_emphasis_us);

  [[nodiscard]] double value(double seconds) const;
  /// With pre-emphasis: value + time constant * slope.
  [[nodiscard]] double emphasised(double seconds) const;

 private:
  struct Tone {
    double middle_hz = 0;
    double swing_hz = 0;  ///< how far it wanders to either side, once a second
    double phase_rad = 0;

    [[nodiscard]] double angle(double seconds) const;
    [[nodiscard]] double angular_rate(double seconds) const;
  };

  std::vector<Tone> tones_;
  double level_ = 0;
  double time_constant_;
};

}  // namespace orbweaver::fm
