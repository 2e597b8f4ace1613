// SPDX-License-Identifier: Apache-2.0
// Makes recordings of a station whose audio is known. The same plan gives the same octets.
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

#include <orbweaver/fm/plan.hpp>

namespace orbweaver::fm {

enum class Programme : std::uint8_t {
  tones,  ///< five tones at once
  sweep   ///< one tone that wanders between the lowest and the highest, once a second each way
};

struct GeneratorPlan {
  /// The station. Its de-emphasis says the pre-emphasis, its audio rate that of the original.
  Choices choices;
  Programme programme = Programme::sweep;
  double seconds = 5;
  std::uint64_t seed = 1;
  double low_hz = 0;   ///< of the audio; 0: 50, or 300 in the narrow band
  double high_hz = 0;  ///< of the audio; 0: 12,000, or 3,000 in the narrow band
  double noise = 0;    ///< standard deviation of I and of Q; the carrier's amplitude is 0.5
};

/// The samples of a generated station, one after the other.
class Station {
 public:
  /// Fails: with one line that names the value and its bounds.
  [[nodiscard]] static std::expected<Station, std::string> make(const GeneratorPlan& plan);
  ~Station();
  Station(Station&&) noexcept;
  Station& operator=(Station&&) noexcept;

  /// Fills `iq` as far as the recording goes and gives the samples written; 0 is the end. They are
  /// the same however they are read.
  [[nodiscard]] std::size_t read(std::span<std::complex<float>> iq);

  [[nodiscard]] const Plan& plan() const;
  /// The audio that is in it, at the plan's audio rate; full scale is +-1.
  [[nodiscard]] std::vector<float> original() const;

 private:
  struct Script;
  class Modulator;
  explicit Station(std::unique_ptr<Script> script);

  std::unique_ptr<Script> script_;
  std::unique_ptr<Modulator> modulator_;
};

/// Writes the recording (.cu8, .cs16, .cf32, or .sigmf-meta with 16 bits beside it), and the audio
/// that is in it as a WAV file of the same level that the receiver gives. Fails: with one line that
/// names the value or file and the fix.
[[nodiscard]] std::expected<void, std::string> generate_recording(
    const GeneratorPlan& plan, const std::filesystem::path& recording,
    const std::filesystem::path& original);

}  // namespace orbweaver::fm
