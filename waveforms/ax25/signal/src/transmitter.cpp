// SPDX-License-Identifier: Apache-2.0
#include "transmitter.hpp"

#include <cmath>
#include <numbers>

#include <orbweaver/ax25/plan.hpp>

#include "keying.hpp"

namespace orbweaver::ax25 {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

}  // namespace

Transmitter::Transmitter(const Transmission& transmission, double deviation_hz, double rate)
    : levels_(key(transmission.octets)),
      first_sample_(static_cast<std::uint64_t>(std::ceil(transmission.start_s * rate))),
      bits_before_((static_cast<double>(first_sample_) / rate - transmission.start_s) * kBaud),
      bits_per_sample_(kBaud / rate),
      amplitude_(transmission.amplitude),
      carrier_turns_per_sample_((transmission.channel_hz + transmission.frequency_error_hz) / rate),
      deviation_turns_per_sample_(deviation_hz / rate),
      mark_turns_per_sample_(kMarkHz / rate),
      space_turns_per_sample_(kSpaceHz / rate),
      emphasis_(transmission.twist_db, rate) {}

std::size_t Transmitter::bit() const {
  return static_cast<std::size_t>(bits_before_ + bits_per_sample_ * static_cast<double>(samples_));
}

std::complex<float> Transmitter::next() {
  const auto carrier = std::polar(amplitude_, carrier_turns_ * kTurn);
  const double audio = emphasis_.push(std::sin(audio_turns_ * kTurn));
  audio_turns_ += levels_[bit()] ? mark_turns_per_sample_ : space_turns_per_sample_;
  audio_turns_ -= std::floor(audio_turns_);
  carrier_turns_ += carrier_turns_per_sample_ + deviation_turns_per_sample_ * audio;
  carrier_turns_ -= std::floor(carrier_turns_);
  ++samples_;
  return {static_cast<float>(carrier.real()), static_cast<float>(carrier.imag())};
}

}  // namespace orbweaver::ax25
