// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/ax25/plan.hpp>

#include <fmt/format.h>

namespace orbweaver::ax25 {

std::expected<Plan, std::string> make_plan(const Choices& choices) {
  const auto channel = fm::make_plan({.band = fm::Band::narrow,
                                      .sample_rate_hz = choices.sample_rate_hz,
                                      .offset_hz = choices.offset_hz});
  if (!channel) return std::unexpected(channel.error());
  return Plan{*channel, channel->channel_rate};
}

std::string complaint_about_audio_rate(double rate) {
  if (rate >= 8'000 && rate <= 192'000) return {};
  return fmt::format("{} Hz; give audio of 8000 to 192000 Hz", rate);
}

}  // namespace orbweaver::ax25
