// SPDX-License-Identifier: Apache-2.0
// Reads I/Q recordings: .cu8, .cs8, .cs16, .cf32, and SigMF (.sigmf-meta beside its .sigmf-data).
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <orbweaver/recording/sample_format.hpp>

namespace orbweaver::recording {

struct RecordingError {
  std::string message;  ///< one line: the file, what is wrong, how to fix it
};

class Reader {
 public:
  /// Blocks: on the file. Fails: missing, empty, unreadable, or of another format.
  [[nodiscard]] static std::expected<Reader, RecordingError> open(
      const std::filesystem::path& path);

  /// Fills `iq` (I and Q by turns, full scale +-32767) as far as the recording goes and gives the
  /// samples written; 0 is the end. Fails: the file cannot be read on, or a cf32 value is not a
  /// number.
  [[nodiscard]] std::expected<std::size_t, RecordingError> read(std::span<std::int16_t> iq);

  /// The same with full scale +-1; what a cf32 recording holds beyond it is not clipped.
  [[nodiscard]] std::expected<std::size_t, RecordingError> read(std::span<std::complex<float>> iq);

  /// The samples of the whole recording.
  [[nodiscard]] std::uint64_t samples() const { return samples_; }

  /// What the recording says of its rate: only SigMF does.
  [[nodiscard]] std::optional<double> sample_rate_hz() const { return sample_rate_hz_; }

  /// What is odd but does not stop the reading, one line each: trailing octets, clipped samples.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  Reader(std::filesystem::path path, std::ifstream file, SampleFormat format, std::uint64_t octets);

  template <class Value>
  std::expected<std::size_t, RecordingError> read_values(std::span<Value> iq);

  std::filesystem::path path_;
  std::ifstream file_;
  SampleFormat format_;
  std::optional<double> sample_rate_hz_;
  std::uint64_t samples_;
  std::uint64_t trailing_octets_;
  std::uint64_t samples_read_ = 0;
  std::uint64_t clipped_ = 0;
  std::vector<char> octets_;
};

}  // namespace orbweaver::recording
