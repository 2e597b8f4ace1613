// SPDX-License-Identifier: Apache-2.0
// KISS (Chepponis, Karn: "The KISS TNC", 1987): frames in a row of octets, as terminal node
// controllers and programs exchange them.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::ax25 {

/// Adds the frame at the end, as data of port 0.
void append_kiss(std::vector<std::uint8_t>& kiss, std::span<const std::uint8_t> frame);

struct KissCounts {
  std::uint64_t frames = 0;
  std::uint64_t other = 0;     ///< commands other than data
  std::uint64_t broken = 0;    ///< with an escape that is none
  std::uint64_t too_long = 0;  ///< longer than kMostFrameOctets
};

/// Reads a row of octets, however it is cut. Memory is bounded whatever comes.
class KissReader {
 public:
  /// The frames that these octets complete. Owns: the view holds until the next call.
  [[nodiscard]] std::span<const std::vector<std::uint8_t>> push(
      std::span<const std::uint8_t> octets);

  [[nodiscard]] const KissCounts& counts() const { return counts_; }

 private:
  void take(std::uint8_t octet);
  void end_frame();

  std::vector<std::uint8_t> frame_;  ///< the command first
  bool is_escaped_ = false;
  bool is_broken_ = false;
  std::vector<std::vector<std::uint8_t>> complete_;
  KissCounts counts_;
};

/// The frames of a whole file. Blocks: on the file. Fails: with one line if it cannot be read,
/// holds no frame, or one that is broken.
[[nodiscard]] std::expected<std::vector<std::vector<std::uint8_t>>, std::string> read_kiss_file(
    const std::filesystem::path& path);

}  // namespace orbweaver::ax25
