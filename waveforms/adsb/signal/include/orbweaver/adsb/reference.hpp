// SPDX-License-Identifier: Apache-2.0
// The receiver in one process, one thread and no messaging: the frames that every pipeline of
// components must find again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <orbweaver/adsb/checker.hpp>
#include <orbweaver/adsb/recording.hpp>

namespace orbweaver::adsb {

struct DecodeSummary {
  std::uint64_t samples = 0;
  std::uint64_t candidates = 0;
  CheckerCounts counts;
  std::array<std::uint64_t, 32> frames_by_format{};  ///< by downlink format
  std::vector<std::string> warnings;
};

/// Decodes a whole recording and hands each frame to `on_frame` in order of its sample. The frames
/// do not depend on `packet_samples` (at least 1). Fails: as RecordingReader; frames found before
/// the failure were handed over.
[[nodiscard]] std::expected<DecodeSummary, RecordingError> decode_recording(
    const std::filesystem::path& path, std::size_t packet_samples,
    const std::function<void(const Frame&)>& on_frame);

}  // namespace orbweaver::adsb
