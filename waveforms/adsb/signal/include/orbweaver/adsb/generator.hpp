// SPDX-License-Identifier: Apache-2.0
// Makes recordings whose frames are known: several aircraft, at several amplitudes and at any
// sub-sample offset, band-limited as a 2 MS/s receiver would, with carrier offset, noise and frames
// that overlap. The same plan gives the same octets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include <orbweaver/adsb/recording.hpp>

namespace orbweaver::adsb {

struct GeneratorPlan {
  double seconds = 4.0;
  std::size_t frames = 2000;
  std::uint64_t seed = 1;
  double noise = 0.01;              ///< standard deviation of I and of Q; full scale is 1
  double overlap = 0.05;            ///< share of frames that take part in an overlap
  double carrier_offset_hz = 50e3;  ///< largest offset of a transponder's carrier, either way
  double weakest = 0.08;            ///< amplitudes lie between weakest and strongest
  double strongest = 0.8;
};

/// A frame as it was put into the recording.
struct TrueFrame {
  double start_sample = 0;  ///< where the preamble begins
  double amplitude = 0;
  double carrier_offset_hz = 0;
  double phase_rad = 0;
  bool overlapped = false;  ///< another frame shares some of its samples
  std::uint8_t length = 0;
  std::array<std::uint8_t, 14> octets{};
};

/// The frames of a plan, by rising start. Frames with a hidden address follow one that shows it.
/// Fails: with one line if the frames cannot fit into the time.
[[nodiscard]] std::expected<std::vector<TrueFrame>, std::string> plan_frames(
    const GeneratorPlan& plan);

/// The cu8 octets of samples [first, first + samples) of the recording.
[[nodiscard]] std::vector<std::uint8_t> render(const GeneratorPlan& plan,
                                               const std::vector<TrueFrame>& frames,
                                               std::uint64_t first, std::size_t samples);

/// Writes the recording, and the true frames as JSON lines beside it (see truth_path).
[[nodiscard]] std::expected<std::vector<TrueFrame>, RecordingError> generate_recording(
    const GeneratorPlan& plan, const std::filesystem::path& recording);

/// "name.cu8" has its true frames in "name.frames.jsonl".
[[nodiscard]] std::filesystem::path truth_path(const std::filesystem::path& recording);

}  // namespace orbweaver::adsb
