// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/adsb/reference.hpp>

#include <algorithm>
#include <span>

#include <orbweaver/adsb/magnitude.hpp>
#include <orbweaver/adsb/samples.hpp>
#include <orbweaver/adsb/slicer.hpp>

namespace orbweaver::adsb {
namespace {

class Decoder {
 public:
  explicit Decoder(const std::function<void(const Frame&)>& on_frame) : on_frame_(on_frame) {}

  void decode(std::span<const std::int16_t> iq) {
    magnitudes_.resize(iq.size() / 2);
    magnitude(iq, magnitudes_);
    summary_.samples += magnitudes_.size();
    check(slicer_.push(magnitudes_));
  }

  DecodeSummary finish(std::vector<std::string> warnings) {
    check(slicer_.finish());
    summary_.counts = checker_.counts();
    summary_.warnings = std::move(warnings);
    return std::move(summary_);
  }

 private:
  void check(std::span<const Candidate> candidates) {
    summary_.candidates += candidates.size();
    for (const Candidate& candidate : candidates) {
      if (const auto frame = checker_.check(candidate)) {
        ++summary_.frames_by_format[frame->format];
        on_frame_(*frame);
      }
    }
  }

  const std::function<void(const Frame&)>& on_frame_;
  MagnitudePacket magnitudes_;
  Slicer slicer_;
  FrameChecker checker_;
  DecodeSummary summary_;
};

}  // namespace

std::expected<DecodeSummary, RecordingError> decode_recording(
    const std::filesystem::path& path, std::size_t packet_samples,
    const std::function<void(const Frame&)>& on_frame) {
  auto reader = RecordingReader::open(path);
  if (!reader) return std::unexpected(reader.error());
  IqPacket packet(2 * std::max<std::size_t>(packet_samples, 1));
  Decoder decoder(on_frame);
  for (;;) {
    const auto samples = reader->read(packet);
    if (!samples) return std::unexpected(samples.error());
    if (*samples == 0) return decoder.finish(reader->warnings());
    decoder.decode(std::span(packet).first(2 * *samples));
  }
}

}  // namespace orbweaver::adsb
