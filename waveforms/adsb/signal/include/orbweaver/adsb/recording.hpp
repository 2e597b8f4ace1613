// Reads IQ recordings: .cu8, .cs8, .cs16, .cf32, and SigMF (.sigmf-meta beside its .sigmf-data).
// A recording is 2 MS/s; only SigMF states its rate, so the others are taken at their name's word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::adsb {

enum class SampleFormat : std::uint8_t { cu8, cs8, cs16, cf32 };

/// The octets of one I/Q pair.
[[nodiscard]] std::size_t octets_per_sample(SampleFormat format);

struct RecordingError {
  std::string message;  ///< one line: the file, what is wrong, how to fix it
};

/// The sample format that SigMF metadata states.
/// Fails: with a line that names the key and the fix, without the file's name.
[[nodiscard]] std::expected<SampleFormat, std::string> parse_sigmf_meta(std::string_view json);

class RecordingReader {
 public:
  /// Blocks: on the file. Fails: missing, empty, unreadable, of another format or rate.
  [[nodiscard]] static std::expected<RecordingReader, RecordingError> open(
      const std::filesystem::path& path);

  /// Fills `iq` (I and Q by turns) as far as the recording goes and gives the samples written; 0 is
  /// the end. Fails: the file cannot be read on, or a cf32 value is not a number.
  [[nodiscard]] std::expected<std::size_t, RecordingError> read(std::span<std::int16_t> iq);

  /// The samples of the whole recording.
  [[nodiscard]] std::uint64_t samples() const { return samples_; }

  /// What is odd but does not stop the reading, one line each: trailing octets, clipped samples.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  RecordingReader(std::filesystem::path path, std::ifstream file, SampleFormat format,
                  std::uint64_t octets);

  std::filesystem::path path_;
  std::ifstream file_;
  SampleFormat format_;
  std::uint64_t samples_;
  std::uint64_t trailing_octets_;
  std::uint64_t samples_read_ = 0;
  std::uint64_t clipped_ = 0;
  std::vector<char> octets_;
};

}  // namespace orbweaver::adsb
