// SPDX-License-Identifier: Apache-2.0
// Makes recordings whose frames are known: several stations on several channels, each with its own
// level, its own error of the carrier and its own balance of the two tones, with noise, and with
// transmissions that overlap. The same plan gives the same octets.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::ax25 {

struct GeneratorPlan {
  std::uint32_t sample_rate_hz = 240'000;
  std::vector<double> channels_hz{
      0};  ///< from the middle of the recording; the frames take them by turns
  std::size_t frames = 24;
  std::size_t stations = 5;
  std::uint64_t seed = 1;
  double noise = 0.02;  ///< standard deviation of I and of Q; full scale is 1
  double overlap = 0;   ///< share of the frames that begin before the one before has ended
  double frequency_error_hz = 500;  ///< largest error of a station's carrier, either way
  double twist_db = 4;  ///< largest level of the space tone beside the mark tone, either way
  double deviation_hz = 3'000;  ///< of the stronger tone
  double weakest = 0.1;         ///< amplitudes of the carriers lie between weakest and strongest
  double strongest = 0.4;
  std::vector<std::vector<std::uint8_t>> content;  ///< frames to send; empty: `frames` are made up
};

/// A frame as it was put into the recording.
struct Transmission {
  double start_s = 0;  ///< where the carrier begins, with flags
  double end_s = 0;
  double channel_hz = 0;
  double amplitude = 0;
  double frequency_error_hz = 0;
  double twist_db = 0;
  bool is_overlapped = false;        ///< another one of the channel shares some of its time
  std::vector<std::uint8_t> octets;  ///< without flags and check sequence
};

/// By rising start. Fails: with one line that names the value and its bounds.
[[nodiscard]] std::expected<std::vector<Transmission>, std::string> plan_transmissions(
    const GeneratorPlan& plan);

/// The samples of a generated recording, one after the other.
class Traffic {
 public:
  /// Fails: as plan_transmissions().
  [[nodiscard]] static std::expected<Traffic, std::string> make(const GeneratorPlan& plan);
  ~Traffic();
  Traffic(Traffic&&) noexcept;
  Traffic& operator=(Traffic&&) noexcept;

  /// Fills `iq` as far as the recording goes and gives the samples written; 0 is the end. They are
  /// the same however they are read.
  [[nodiscard]] std::size_t read(std::span<std::complex<float>> iq);

  [[nodiscard]] const std::vector<Transmission>& transmissions() const;
  [[nodiscard]] std::uint64_t samples() const;

 private:
  class Air;
  explicit Traffic(std::unique_ptr<Air> air);
  std::unique_ptr<Air> air_;
};

/// Writes the recording (.cu8, .cs16, .cf32, or .sigmf-meta with 16 bits beside it), and what was
/// sent as JSON lines beside it (see truth_path). Fails: with one line that names the value or file
/// and the fix.
[[nodiscard]] std::expected<std::vector<Transmission>, std::string> generate_recording(
    const GeneratorPlan& plan, const std::filesystem::path& recording);

/// "name.cf32" has its transmissions in "name.sent.jsonl".
[[nodiscard]] std::filesystem::path truth_path(const std::filesystem::path& recording);

}  // namespace orbweaver::ax25
