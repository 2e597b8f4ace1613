// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/fm/plan.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace orbweaver::fm {
namespace {

using Complaint = std::unexpected<std::string>;

constexpr std::uint32_t kLeastAudioRate = 8'000;
constexpr std::uint32_t kMostAudioRate = 48'000;
constexpr double kMostSampleRate = 100e6;

struct BandNumbers {
  double deviation = 0;
  double audio_pass = 0;
  double de_emphasis_us = 0;
};

BandNumbers numbers_of(Band band) {
  return band == Band::narrow ? BandNumbers{5e3, 3.4e3, 0} : BandNumbers{75e3, 15e3, 50};
}

bool in_order(double low, double value, double high) {
  return low <= value && value <= high;  // false for NaN too
}

std::string complaint_about(const Choices& choices) {
  if (!in_order(kLeastAudioRate, choices.audio_rate_hz, kMostAudioRate)) {
    return fmt::format("audio rate {} Hz: give one between {} and {}", choices.audio_rate_hz,
                       kLeastAudioRate, kMostAudioRate);
  }
  if (choices.deviation_hz != 0 && !in_order(500, choices.deviation_hz, 200e3)) {
    return fmt::format("deviation {} Hz: give one between 500 and 200000, or 0",
                       choices.deviation_hz);
  }
  if (!in_order(-1, choices.de_emphasis_us, 1000)) {
    return fmt::format("de-emphasis {} us: give 50, 75, 0 for none, or -1", choices.de_emphasis_us);
  }
  if (!in_order(-60, choices.gain_db, 60)) {
    return fmt::format("gain {} dB: give one between -60 and 60", choices.gain_db);
  }
  return {};
}

/// The channel: as wide as Carson's rule has it, and a third more for the filter's edge if the
/// recording has room.
std::expected<void, std::string> plan_channel(Plan& plan, double audio_pass) {
  plan.channel_pass = plan.deviation + audio_pass;
  const double half_rate = plan.sample_rate / 2.0;
  const double room = half_rate - std::abs(plan.offset);
  // The filter needs an edge, and the signal room beside the middle of the recording.
  if (!(room >= plan.channel_pass) || half_rate < 1.05 * plan.channel_pass) {
    return Complaint(fmt::format(
        "a sample rate of {} Hz is too low for a station at {:+.0f} Hz with {:.0f} Hz to either "
        "side; give a recording of at least {:.0f} Hz",
        plan.sample_rate, plan.offset, plan.channel_pass,
        std::ceil(2 *
                  std::max(std::abs(plan.offset) + plan.channel_pass, 1.05 * plan.channel_pass))));
  }
  plan.channel_stop = std::min(plan.channel_pass * 4 / 3, half_rate);
  plan.channel_decimation = std::max(1U, static_cast<std::uint32_t>(half_rate / plan.channel_stop));
  plan.channel_rate = static_cast<double>(plan.sample_rate) / plan.channel_decimation;
  return {};
}

/// A channel's rate as samples of a recording for each of its own: of a recording whose rate is a
/// whole number it is a fraction with a small denominator. Any other one is taken as the nearest
/// whole number.
void split_rate(Plan& plan, double channel_rate) {
  plan.channel_rate = channel_rate;
  for (plan.channel_decimation = 1; plan.channel_decimation < 10'000; ++plan.channel_decimation) {
    const double whole = channel_rate * plan.channel_decimation;
    if (whole > kMostSampleRate) break;
    plan.sample_rate = static_cast<std::uint32_t>(std::lround(whole));
    if (std::abs(whole - plan.sample_rate) <= 1e-9 * whole) return;
  }
  plan.channel_decimation = 1;
  plan.sample_rate = static_cast<std::uint32_t>(std::lround(channel_rate));
}

/// The audio: the resampler behind gets at least four times the highest frequency, so that its own
/// filter is short.
void plan_audio(Plan& plan, double audio_pass) {
  plan.audio_pass = std::min(audio_pass, 0.4 * plan.audio_rate);
  plan.audio_stop = 1.2 * plan.audio_pass;
  plan.audio_decimation =
      std::max(1U, static_cast<std::uint32_t>(plan.channel_rate / (4 * plan.audio_pass)));
}

Plan plan_without_rates(const Choices& choices) {
  const BandNumbers band = numbers_of(choices.band);
  Plan plan;
  plan.deviation = choices.deviation_hz != 0 ? choices.deviation_hz : band.deviation;
  plan.de_emphasis_us = choices.de_emphasis_us >= 0 ? choices.de_emphasis_us : band.de_emphasis_us;
  plan.audio_rate = choices.audio_rate_hz;
  plan.gain = std::pow(10, choices.gain_db / 20);
  return plan;
}

}  // namespace

std::expected<Band, std::string> parse_band(std::string_view text) {
  if (text == "narrow") return Band::narrow;
  if (text == "broadcast") return Band::broadcast;
  return Complaint(fmt::format("unknown band \"{}\"; give narrow or broadcast", text));
}

std::expected<Plan, std::string> make_plan(const Choices& choices) {
  if (!in_order(1, choices.sample_rate_hz, kMostSampleRate)) {
    return Complaint(fmt::format("sample rate {} Hz: give the rate of the recording, up to 100 MHz",
                                 choices.sample_rate_hz));
  }
  if (auto complaint = complaint_about(choices); !complaint.empty()) return Complaint(complaint);
  Plan plan = plan_without_rates(choices);
  plan.sample_rate = choices.sample_rate_hz;
  plan.offset = choices.offset_hz;
  const double audio_pass = numbers_of(choices.band).audio_pass;
  if (auto channel = plan_channel(plan, audio_pass); !channel) return Complaint(channel.error());
  plan_audio(plan, audio_pass);
  return plan;
}

std::expected<Plan, std::string> make_channel_plan(Choices choices, double channel_rate) {
  if (auto complaint = complaint_about(choices); !complaint.empty()) return Complaint(complaint);
  Plan plan = plan_without_rates(choices);
  const double audio_pass = numbers_of(choices.band).audio_pass;
  plan.channel_pass = plan.deviation + audio_pass;
  if (!in_order(2 * plan.channel_pass, channel_rate, kMostSampleRate)) {
    return Complaint(fmt::format(
        "a channel of {} Hz does not hold a station with {:.0f} Hz to either side; give one of "
        "at least {:.0f} Hz, and at most 100 MHz",
        channel_rate, plan.channel_pass, 2 * plan.channel_pass));
  }
  split_rate(plan, channel_rate);
  plan_audio(plan, audio_pass);
  return plan;
}

}  // namespace orbweaver::fm
