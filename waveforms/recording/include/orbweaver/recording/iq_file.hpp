// SPDX-License-Identifier: Apache-2.0
// Writes the samples of a generated recording in the format that its name says.
#pragma once

#include <complex>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <orbweaver/recording/sample_format.hpp>

namespace orbweaver::recording {

class IqFile {
 public:
  /// .cu8, .cs16, .cf32, or .sigmf-meta, which is written at once, with its 16-bit .sigmf-data.
  /// Only SigMF keeps the rate and the description, one line of what it is. Fails: with one line
  /// that names the file and the fix.
  [[nodiscard]] static std::expected<IqFile, std::string> create(const std::filesystem::path& path,
                                                                 std::uint32_t sample_rate_hz,
                                                                 std::string_view description);

  /// Values beyond full scale become full scale, but for cf32.
  void write(std::span<const std::complex<float>> samples);

  /// Fails: if not everything could be written.
  [[nodiscard]] std::expected<void, std::string> close();

 private:
  IqFile(std::filesystem::path path, SampleFormat format);
  void append(float value);

  std::filesystem::path path_;
  SampleFormat format_;
  std::ofstream file_;
  std::vector<char> octets_;
};

}  // namespace orbweaver::recording
