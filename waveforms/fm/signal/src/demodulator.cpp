// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/demodulator.hpp>

namespace orbweaver::fm {
namespace {

// 1/24 of the second difference undoes the mean over one sample, up to the fourth order.
constexpr float kSide = -1.0F / 24;

}  // namespace

Demodulator::Demodulator(const Plan& plan)
    : frequency_(freqdem_create(static_cast<float>(plan.deviation / plan.channel_rate))) {}

std::span<const float> Demodulator::push(std::span<const std::complex<float>> channel) {
  signal_.resize(channel.size());
  for (std::size_t k = 0; k < channel.size(); ++k) {
    float frequency = 0;
    freqdem_demodulate(frequency_.get(), channel[k], &frequency);
    signal_[k] = before_[0] + kSide * (before_[1] - 2 * before_[0] + frequency);
    before_ = {frequency, before_[0]};
  }
  return signal_;
}

}  // namespace orbweaver::fm
