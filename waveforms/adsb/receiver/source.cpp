// SPDX-License-Identifier: Apache-2.0
// The receiver's first component: plays a recording, as fast as the receiver takes it or at 2 MS/s.
#include <orbweaver/adsb/recording.hpp>
#include <orbweaver/adsb/samples.hpp>
#include <orbweaver/component/program.hpp>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "ports.hpp"

namespace orbweaver::adsb {

struct SourceSettings {
  std::optional<std::string> input;
  std::uint32_t packet_samples = 1024;
  std::string pace = "none";

  void describe(component::Describer& property) {
    constexpr auto kParameter = property::Kind::execparam;
    property("input", input,
             {.description = "recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta", .kind = kParameter});
    property("packet_samples", packet_samples,
             {.description = "samples in a packet", .kind = kParameter, .range = {{1, 1'000'000}}});
    property("pace", pace,
             {.description = "none: as fast as the receiver takes packets; realtime: 2 MS/s",
              .kind = kParameter,
              .enumeration = {"none", "realtime"}});
  }
};

class Source final : public component::StreamComponent<IqOut, component::Settings<SourceSettings>> {
 public:
  static constexpr auto kDescription = "ADS-B receiver, first component: plays a recording";
  static constexpr auto kAuthor = kAuthorOfReceiver;

  /// Fails if the recording cannot be read.
  component::Outcome initialize() override {
    if (!settings().input)
      return component::refuse("the property 'input' names no recording: set it");
    pairs_.resize(std::size_t{2} * settings().packet_samples);
    return open_stream();
  }

 private:
  component::Outcome open_stream() {
    auto opened = RecordingReader::open(*settings().input);
    if (!opened) return component::refuse(opened.error().message);
    recording_.emplace(*std::move(opened));
    samples_ = 0;
    is_over_ = false;
    return {};
  }
  component::Outcome on_start() override {
    if (is_over_) {
      if (auto opened = open_stream(); !opened) return opened;
    }
    started_ = now() - length_of(samples_);
    return {};
  }
  bool produce(Output& out) override {
    const auto samples = recording_->read(pairs_);
    if (!samples) throw std::runtime_error(samples.error().message);
    if (*samples == 0) return false;
    out.metadata().sample_rate = kSampleRateHz;
    split(std::span{pairs_}.first(2 * *samples), out.packet());
    samples_ += *samples;
    // A packet is due when its last sample would have come off the antenna.
    if (settings().pace == "realtime") out.due(started_ + length_of(samples_));
    return true;
  }
  void finish(Output&) override { is_over_ = true; }
  [[nodiscard]] nlohmann::json figures() const override { return {{"samples", samples_}}; }

  static Nanoseconds length_of(std::uint64_t samples) {
    return Nanoseconds{static_cast<std::int64_t>(samples * 1'000'000'000 / kSampleRateHz)};
  }
  static void split(std::span<const std::int16_t> pairs, component::PairSamples<std::int16_t>& iq) {
    iq.resize(pairs.size() / 2);
    for (std::size_t k = 0; k < iq.I.size(); ++k) {
      iq.I[k] = pairs[2 * k];
      iq.Q[k] = pairs[2 * k + 1];
    }
  }

  std::optional<RecordingReader> recording_;
  std::vector<std::int16_t> pairs_;  // I and Q by turns, as a recording has them
  std::uint64_t samples_ = 0;        // of this stream, that were played
  bool is_over_ = false;             // start() begins another stream
  TimePoint started_;                // when sample 0 would have come off the antenna
};

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::Source);
