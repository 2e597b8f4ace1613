// SPDX-License-Identifier: Apache-2.0
// The receiver in one process, one thread and no messaging: the audio that every pipeline of
// components must give again, sample for sample.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <orbweaver/fm/audio.hpp>
#include <orbweaver/fm/channel_filter.hpp>
#include <orbweaver/fm/demodulator.hpp>
#include <orbweaver/fm/plan.hpp>

namespace orbweaver::fm {

/// All steps in a row.
class Receiver {
 public:
  explicit Receiver(const Plan& plan) : channel_(plan), demodulator_(plan), audio_(plan) {}

  /// The audio that these samples complete. Owns: the view holds until the next call.
  [[nodiscard]] std::span<const float> push(std::span<const std::complex<float>> iq) {
    return audio_.push(demodulator_.push(channel_.push(iq)));
  }

 private:
  ChannelFilter channel_;
  Demodulator demodulator_;
  Audio audio_;
};

struct Reception {
  Plan plan;
  std::uint64_t samples = 0;
  std::uint64_t audio_samples = 0;
  std::vector<std::string> warnings;
};

/// Receives a whole recording into a WAV file. `choices.sample_rate_hz` 0: as the recording states.
/// The audio does not depend on `packet_samples` (at least 1). Fails: with one line, of the
/// recording, the choices or the WAV file; what was received before the failure is in the WAV file.
[[nodiscard]] std::expected<Reception, std::string> receive_recording(
    const std::filesystem::path& recording, const Choices& choices, std::size_t packet_samples,
    const std::filesystem::path& wav);

}  // namespace orbweaver::fm
