#include <orbweaver/ax25/plan.hpp>

namespace orbweaver::ax25 {

std::expected<Plan, std::string> make_plan(const Choices& choices) {
  const auto channel = fm::make_plan({.band = fm::Band::narrow,
                                      .sample_rate_hz = choices.sample_rate_hz,
                                      .offset_hz = choices.offset_hz});
  if (!channel) return std::unexpected(channel.error());
  return Plan{*channel, channel->channel_rate};
}

}  // namespace orbweaver::ax25
