// SPDX-License-Identifier: Apache-2.0
// WAV files: mono, 16 bits, by libsndfile.
#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::fm {

/// Of every failure: one line that names the file, what is wrong, and the fix.
struct WavError {
  std::string message;
};

/// Writes a WAV file as its samples come. Whatever ends the program, the file is a whole WAV of
/// what was written so far: the header is brought up to date with each call.
class WavWriter {
 public:
  /// Replaces a file of that name. Blocks: on the file. Fails: it cannot be written.
  [[nodiscard]] static std::expected<WavWriter, WavError> create(const std::filesystem::path& path,
                                                                 std::uint32_t rate_hz);
  ~WavWriter();
  WavWriter(WavWriter&&) noexcept;
  WavWriter& operator=(WavWriter&&) noexcept;

  /// Full scale is +-1; what is beyond becomes full scale. Fails: the disk is full; 4 GiB are
  /// reached.
  [[nodiscard]] std::expected<void, WavError> write(std::span<const float> audio);

  [[nodiscard]] std::uint64_t samples() const;
  /// Samples that were beyond full scale.
  [[nodiscard]] std::uint64_t clipped() const;

 private:
  struct File;
  explicit WavWriter(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

struct WavFile {
  std::uint32_t rate_hz = 0;
  std::vector<std::int16_t> samples;
};

/// Reads a mono WAV file of 16 bits. Fails: missing, of another kind, longer than an hour.
[[nodiscard]] std::expected<WavFile, WavError> read_wav(const std::filesystem::path& path);

}  // namespace orbweaver::fm
