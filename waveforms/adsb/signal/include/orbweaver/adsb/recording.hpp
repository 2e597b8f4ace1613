// SPDX-License-Identifier: Apache-2.0
// The recordings that the receiver reads: those of recording::Reader at 2 MS/s. Only SigMF states
// its rate, so the others are taken at their name's word.
#pragma once

#include <expected>
#include <filesystem>

#include <orbweaver/recording/reader.hpp>

namespace orbweaver::adsb {

using recording::RecordingError;

class RecordingReader : public recording::Reader {
 public:
  /// Fails: as recording::Reader, and for SigMF metadata with another rate or none.
  [[nodiscard]] static std::expected<RecordingReader, RecordingError> open(
      const std::filesystem::path& path);

 private:
  explicit RecordingReader(Reader reader) : Reader(std::move(reader)) {}
};

}  // namespace orbweaver::adsb
