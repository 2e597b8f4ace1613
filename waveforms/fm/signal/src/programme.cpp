// SPDX-License-Identifier: Apache-2.0
#include "programme.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

#include <orbweaver/recording/random.hpp>

namespace orbweaver::fm {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr std::size_t kTones = 5;
constexpr double kShareOfDeviation = 0.9;

}  // namespace

double ProgrammeAudio::Tone::angle(double seconds) const {
  return phase_rad + kTurn * middle_hz * seconds - swing_hz * std::cos(kTurn * seconds);
}

double ProgrammeAudio::Tone::angular_rate(double seconds) const {
  return kTurn * (middle_hz + swing_hz * std::sin(kTurn * seconds));
}

ProgrammeAudio::ProgrammeAudio(Programme programme, std::uint64_t seed, double low_hz,
                               double high_hz, double pre_emphasis_us)
    : time_constant_(pre_emphasis_us * 1e-6) {
  recording::Random random(seed);
  const double middle = (low_hz + high_hz) / 2;
  if (programme == Programme::sweep) {
    tones_.push_back({middle, high_hz - middle, random.between(0, kTurn)});
  } else {
    for (std::size_t k = 0; k < kTones; ++k) {
      const double frequency = random.between(low_hz, high_hz);
      tones_.push_back({frequency, 0, random.between(0, kTurn)});
    }
  }
  double peak = 0;
  for (const Tone& tone : tones_) {
    peak += std::hypot(1, kTurn * (tone.middle_hz + tone.swing_hz) * time_constant_);
  }
  level_ = kShareOfDeviation / peak;
}

double ProgrammeAudio::value(double seconds) const {
  double sum = 0;
  for (const Tone& tone : tones_) sum += std::cos(tone.angle(seconds));
  return level_ * sum;
}

double ProgrammeAudio::emphasised(double seconds) const {
  double sum = 0;
  for (const Tone& tone : tones_) {
    const double angle = tone.angle(seconds);
    sum += std::cos(angle) - time_constant_ * tone.angular_rate(seconds) * std::sin(angle);
  }
  return level_ * sum;
}

}  // namespace orbweaver::fm
