// SPDX-License-Identifier: Apache-2.0
// The receiver in one process, one thread and no messaging: the frames that every pipeline of
// components must find again, octet for octet.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <orbweaver/ax25/audio_filter.hpp>
#include <orbweaver/ax25/correlator.hpp>
#include <orbweaver/ax25/deframer.hpp>
#include <orbweaver/ax25/heard_frame.hpp>
#include <orbweaver/ax25/merger.hpp>
#include <orbweaver/ax25/plan.hpp>
#include <orbweaver/ax25/slicer.hpp>

namespace orbweaver::ax25 {

/// The slicers of the receiver: gains of the space tone in dB.
inline constexpr std::array kSpaceGainsDb{-4.0, 0.0, 4.0};

/// The steps behind the demodulator.
class AudioReceiver {
 public:
  using OnFrame = std::function<void(const HeardFrame&)>;

  AudioReceiver(double rate, std::span<const double> space_gains_db);

  void push(std::span<const float> audio, const OnFrame& on_frame);
  /// The frames that still wait for others.
  void finish(const OnFrame& on_frame);

  [[nodiscard]] const std::vector<Deframer>& deframers() const { return deframers_; }
  [[nodiscard]] std::uint64_t duplicates() const { return merger_.duplicates(); }

 private:
  AudioFilter filter_;
  Correlator correlator_;
  std::vector<Slicer> slicers_;
  std::vector<Deframer> deframers_;
  Merger merger_;
};

struct Reception {
  std::uint64_t samples = 0;
  std::uint64_t frames = 0;
  std::uint64_t duplicates = 0;              ///< of several slicers
  std::vector<DeframerCounts> of_deframers;  ///< of each slicer
  std::vector<std::string> warnings;
};

struct ReceptionPlan {
  Choices choices;                    ///< sample_rate_hz 0: as the recording states
  std::size_t packet_samples = 1024;  ///< at least 1; the frames do not depend on it
  std::vector<double> space_gains_db{kSpaceGainsDb.begin(),
                                     kSpaceGainsDb.end()};  ///< 1 to kMostSlicers
};

/// Receives a whole recording, and hands over each frame in order of its time. Fails: with one
/// line, of the recording or the choices; frames found before the failure were handed over.
[[nodiscard]] std::expected<Reception, std::string> receive_recording(
    const std::filesystem::path& recording, const ReceptionPlan& plan,
    const AudioReceiver::OnFrame& on_frame);

/// The same of a WAV file with the audio of a receiver: mono, 16 bits, 8,000 to 192,000 Hz. Of
/// `plan` the choices do not matter.
[[nodiscard]] std::expected<Reception, std::string> receive_audio(
    const std::filesystem::path& wav, const ReceptionPlan& plan,
    const AudioReceiver::OnFrame& on_frame);

}  // namespace orbweaver::ax25
