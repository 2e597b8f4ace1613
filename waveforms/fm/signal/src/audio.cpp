// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/audio.hpp>

#include <vector>

#include <orbweaver/fm/liquid_object.hpp>

#include "de_emphasis.hpp"
#include "low_pass.hpp"
#include "resampler.hpp"

namespace orbweaver::fm {

class Audio::Chain {
 public:
  explicit Chain(const Plan& plan)
      : decimation_(plan.audio_decimation),
        gain_(static_cast<float>(plan.gain)),
        de_emphasis_(plan.de_emphasis_us, plan.channel_rate),
        resampler_(std::uint64_t{plan.audio_rate} * plan.channel_decimation * plan.audio_decimation,
                   plan.sample_rate) {
    auto taps = design_low_pass(plan.audio_pass, plan.audio_stop, plan.channel_rate);
    low_pass_.reset(firdecim_rrrf_create(plan.audio_decimation, taps.data(),
                                         static_cast<unsigned int>(taps.size())));
  }

  std::span<const float> push(std::span<const float> signal) {
    const std::size_t kept = pending_.size();
    pending_.insert(pending_.end(), signal.begin(), signal.end());
    de_emphasis_.apply(std::span(pending_).subspan(kept));
    filtered_.resize(pending_.size() / decimation_);
    firdecim_rrrf_execute_block(low_pass_.get(), pending_.data(),
                                static_cast<unsigned int>(filtered_.size()), filtered_.data());
    const auto used = static_cast<std::ptrdiff_t>(filtered_.size() * decimation_);
    pending_.erase(pending_.begin(), pending_.begin() + used);
    audio_.clear();
    resampler_.push(filtered_, audio_);
    for (float& sample : audio_) sample *= gain_;
    return audio_;
  }

 private:
  std::size_t decimation_;
  float gain_;
  DeEmphasis de_emphasis_;
  LiquidObject<firdecim_rrrf, firdecim_rrrf_destroy> low_pass_;
  Resampler resampler_;
  std::vector<float> pending_;  ///< less than `decimation_` samples between calls
  std::vector<float> filtered_;
  std::vector<float> audio_;
};

Audio::Audio(const Plan& plan) : chain_(std::make_unique<Chain>(plan)) {}
Audio::~Audio() = default;
Audio::Audio(Audio&&) noexcept = default;
Audio& Audio::operator=(Audio&&) noexcept = default;

std::span<const float> Audio::push(std::span<const float> signal) { return chain_->push(signal); }

}  // namespace orbweaver::fm
