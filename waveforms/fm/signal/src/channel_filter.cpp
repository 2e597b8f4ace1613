// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/channel_filter.hpp>

#include <algorithm>
#include <numbers>

#include "low_pass.hpp"

namespace orbweaver::fm {

ChannelFilter::ChannelFilter(const Plan& plan) : decimation_(plan.channel_decimation) {
  auto taps = design_low_pass(plan.channel_pass, plan.channel_stop, plan.sample_rate);
  filter_.reset(firdecim_crcf_create(plan.channel_decimation, taps.data(),
                                     static_cast<unsigned int>(taps.size())));
  to_skip_ = taps.size() / 2 / decimation_;
  if (plan.offset == 0) return;
  oscillator_.reset(nco_crcf_create(LIQUID_VCO));
  nco_crcf_set_frequency(oscillator_.get(),
                         static_cast<float>(2 * std::numbers::pi * plan.offset / plan.sample_rate));
}

std::span<const std::complex<float>> ChannelFilter::push(std::span<const std::complex<float>> iq) {
  const std::size_t kept = pending_.size();
  pending_.insert(pending_.end(), iq.begin(), iq.end());
  if (oscillator_) {
    auto* fresh = pending_.data() + kept;
    nco_crcf_mix_block_down(oscillator_.get(), fresh, fresh, static_cast<unsigned int>(iq.size()));
  }
  channel_.resize(pending_.size() / decimation_);
  firdecim_crcf_execute_block(filter_.get(), pending_.data(),
                              static_cast<unsigned int>(channel_.size()), channel_.data());
  const auto used = static_cast<std::ptrdiff_t>(channel_.size() * decimation_);
  pending_.erase(pending_.begin(), pending_.begin() + used);
  const std::size_t skipped = std::min(to_skip_, channel_.size());
  to_skip_ -= skipped;
  return std::span(channel_).subspan(skipped);
}

}  // namespace orbweaver::fm
