// SPDX-License-Identifier: Apache-2.0
// The magnitudes of a generated recording, without a file in between.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <orbweaver/adsb/generator.hpp>
#include <orbweaver/adsb/magnitude.hpp>
#include <orbweaver/adsb/samples.hpp>
#include <orbweaver/recording/sample_format.hpp>

namespace orbweaver::adsb {

inline MagnitudePacket scene_magnitudes(const GeneratorPlan& plan) {
  const auto frames = plan_frames(plan);
  if (!frames) return {};
  const auto samples = static_cast<std::size_t>(plan.seconds * kSampleRateHz);
  const auto octets = render(plan, *frames, 0, samples);
  IqPacket iq(octets.size());
  recording::convert(recording::SampleFormat::cu8,
                     {std::bit_cast<const char*>(octets.data()), octets.size()}, std::span(iq));
  MagnitudePacket magnitudes(samples);
  magnitude(iq, magnitudes);
  return magnitudes;
}

}  // namespace orbweaver::adsb
