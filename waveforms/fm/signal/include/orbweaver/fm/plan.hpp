// SPDX-License-Identifier: Apache-2.0
// The numbers that the steps of the receiver share, from the few that a user chooses. The
// one-process reference and every component work them out alike, so that each needs the choices
// only.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace orbweaver::fm {

enum class Band : std::uint8_t {
  narrow,    ///< speech: 5 kHz deviation, audio to 3.4 kHz, no de-emphasis
  broadcast  ///< 75 kHz deviation, audio to 15 kHz, de-emphasis 50 us; mono of a stereo signal
};

/// "narrow" or "broadcast". Fails: with one line that names both.
[[nodiscard]] std::expected<Band, std::string> parse_band(std::string_view text);

struct Choices {
  Band band = Band::broadcast;
  std::uint32_t sample_rate_hz = 240'000;  ///< of the recording
  double offset_hz = 0;                    ///< of the station, from the middle of the recording
  double deviation_hz = 0;                 ///< 0: as the band has it
  double de_emphasis_us = -1;              ///< time constant; 0: none; below 0: as the band has it
  std::uint32_t audio_rate_hz = 48'000;    ///< 8,000 to 48,000
  double gain_db = 0;                      ///< at 0 full deviation is full scale
};

/// Frequencies in Hz. The channel filter passes up to `pass` and stops from `stop` on, either side
/// of the station.
struct Plan {
  std::uint32_t sample_rate = 0;
  double offset = 0;
  double deviation = 0;
  double channel_pass = 0;
  double channel_stop = 0;
  std::uint32_t channel_decimation = 1;  ///< samples of the recording for each of the channel
  double channel_rate = 0;
  double de_emphasis_us = 0;
  double audio_pass = 0;
  double audio_stop = 0;
  std::uint32_t audio_decimation =
      1;  ///< samples of the channel for each one that the resampler gets
  std::uint32_t audio_rate = 0;
  double gain = 1;
};

/// Fails: with one line that names the choice, its bounds and the fix.
[[nodiscard]] std::expected<Plan, std::string> make_plan(const Choices& choices);

/// For the steps behind the channel filter, which know the rate of the channel and not that of the
/// recording: the same numbers as make_plan() of any recording of which the channel has this rate.
/// `choices` without sample rate and offset. Fails: as make_plan().
[[nodiscard]] std::expected<Plan, std::string> make_channel_plan(Choices choices,
                                                                 double channel_rate);

}  // namespace orbweaver::fm
