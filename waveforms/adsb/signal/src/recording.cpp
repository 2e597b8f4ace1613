// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/recording.hpp>

#include <optional>
#include <string>

#include <fmt/format.h>

#include <orbweaver/adsb/samples.hpp>

namespace orbweaver::adsb {
namespace {

/// What is wrong with the rate that SigMF metadata states; empty if nothing.
std::string complaint_about(std::optional<double> rate) {
  if (!rate) return fmt::format("core:sample_rate is missing; add {}", kSampleRateHz);
  if (*rate == kSampleRateHz) return {};
  return fmt::format(
      "core:sample_rate is {}, the receiver needs {}; resample the recording to 2 MS/s", *rate,
      kSampleRateHz);
}

}  // namespace

std::expected<RecordingReader, RecordingError> RecordingReader::open(
    const std::filesystem::path& path) {
  auto reader = Reader::open(path);
  if (!reader) return std::unexpected(reader.error());
  if (path.extension() == ".sigmf-meta") {
    if (const auto complaint = complaint_about(reader->sample_rate_hz()); !complaint.empty()) {
      return std::unexpected(RecordingError{fmt::format("{}: {}", path.string(), complaint)});
    }
  }
  return RecordingReader(*std::move(reader));
}

}  // namespace orbweaver::adsb
