// SPDX-License-Identifier: Apache-2.0
// The numbers that the steps of the receiver share, from the rate of the recording and the place of
// the channel. The one-process reference and every component work them out alike.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include <orbweaver/fm/plan.hpp>

namespace orbweaver::ax25 {

inline constexpr double kBaud = 1200;
inline constexpr double kMarkHz = 1200;   ///< Bell 202: the tone of a 1
inline constexpr double kSpaceHz = 2200;  ///< the tone of a 0

struct Choices {
  std::uint32_t sample_rate_hz = 240'000;  ///< of the recording
  double offset_hz = 0;                    ///< of the channel, from the middle of the recording
};

struct Plan {
  fm::Plan channel;       ///< of the channel filter and the demodulator: narrow FM
  double audio_rate = 0;  ///< that of the channel: behind the demodulator it stays
};

/// Fails: with one line that names the choice, its bounds and the fix.
[[nodiscard]] std::expected<Plan, std::string> make_plan(const Choices& choices);

/// One line if the steps behind the demodulator cannot work at this rate; else empty.
[[nodiscard]] std::string complaint_about_audio_rate(double rate);

}  // namespace orbweaver::ax25
