// SPDX-License-Identifier: Apache-2.0
// What was sent beside what was received.
#pragma once

#include <cstddef>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <orbweaver/ax25/generator.hpp>
#include <orbweaver/ax25/heard_frame.hpp>

namespace orbweaver::ax25 {

struct Verdict {
  std::size_t sent = 0;      ///< on the channel
  std::size_t received = 0;  ///< of these; each counts once
  std::size_t others = 0;    ///< heard, but not sent on the channel, or not as often
};

/// The frames that generate_recording() wrote to `path` (see truth_path). Blocks: on the file.
/// Fails: with one line that names the file and the line.
[[nodiscard]] std::expected<std::vector<Transmission>, std::string> read_truth(
    const std::filesystem::path& path);

/// By the octets of frames on the channel.
[[nodiscard]] Verdict compare(std::span<const Transmission> sent, double channel_hz,
                              std::span<const HeardFrame> heard);

}  // namespace orbweaver::ax25
