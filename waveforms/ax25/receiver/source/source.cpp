// SPDX-License-Identifier: Apache-2.0
// Plays a recording, as fast as the receiver takes it or as a radio would. Without a recording it
// plays generated stations, sample for sample what ax25-generate writes of the same choices as
// .cf32.
#include <orbweaver/ax25/generator.hpp>
#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/rate.hpp>
#include <orbweaver/recording/reader.hpp>

#include <complex>
#include <expected>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct SourceSettings : RateSettings, FolderSettings {
  std::string input;
  double offset = 0;
  std::uint32_t frames = 24;
  std::uint32_t stations = 5;
  std::uint32_t seed = 1;
  double noise = 0.02;
  double overlap = 0;
  std::uint32_t packet_samples = 4096;
  std::string pace = "none";

  void describe(component::Describer& property) {
    RateSettings::describe(property);
    FolderSettings::describe(property);
    property("input", input, at_start("Recording; without one stations are generated"));
    property("offset", offset, at_start("Of the generated channel", "Hz"));
    property("frames", frames, at_start("To generate", {}, {{1, 10'000}}));
    property("stations", stations, at_start("That send them", {}, {{1, 1000}}));
    property("seed", seed, at_start("Of generated stations"));
    property("noise", noise, at_start("Deviation of I and of Q", {}, {{0, 1}}));
    property("overlap", overlap, at_start("Share of frames that overlap", {}, {{0, 1}}));
    property("packet_samples", packet_samples, at_start("In a packet", {}, {{1, 1'000'000}}));
    property("pace", pace, one_of({"none", "realtime"}, "none: as fast as it goes"));
  }
};

class Source final : public component::StreamComponent<IqOut, component::Settings<SourceSettings>> {
 public:
  static constexpr auto kDescription = "Source: an I/Q recording, or generated AX.25 stations";

  /// Opens the recording. Fails: with the line of its reader, or if it is of another rate.
  component::Outcome initialize() override {
    packet_.resize(settings().packet_samples);
    return open_stream();
  }

 private:
  component::Outcome open_stream() {
    const auto opened = settings().input.empty() ? generate() : open_recording();
    if (!opened) return component::refuse(opened.error());
    samples_ = 0;
    is_over_ = false;
    return {};
  }

  component::Outcome on_start() override {
    if (is_over_) {
      if (auto opened = open_stream(); !opened) return opened;
    }
    started_ = now() - played();
    return {};
  }

  std::expected<void, std::string> open_recording() {
    const auto path = settings().file(settings().input);
    auto opened = recording::Reader::open(path);
    if (!opened) return std::unexpected(opened.error().message);
    const auto rate =
        fm::recording_rate(opened->sample_rate_hz(), settings().sample_rate.value_or(0));
    if (!rate) return std::unexpected(path.string() + ": " + rate.error());
    rate_hz_ = *rate;
    recording_.emplace(*std::move(opened));
    return {};
  }

  std::expected<void, std::string> generate() {
    rate_hz_ = settings().sample_rate.value_or(GeneratorPlan{}.sample_rate_hz);
    auto traffic = Traffic::make({.sample_rate_hz = rate_hz_,
                                  .channels_hz = {settings().offset},
                                  .frames = settings().frames,
                                  .stations = settings().stations,
                                  .seed = settings().seed,
                                  .noise = settings().noise,
                                  .overlap = settings().overlap});
    if (!traffic) return std::unexpected("stations cannot be generated: " + traffic.error());
    traffic_.emplace(*std::move(traffic));
    return {};
  }

  std::size_t read() {
    if (traffic_) return traffic_->read(packet_);
    const auto samples = recording_->read(packet_);
    if (!samples) throw std::runtime_error(samples.error().message);
    return *samples;
  }

  bool produce(Output& out) override {
    const std::size_t samples = read();
    if (samples == 0) return false;
    out.metadata().sample_rate = rate_hz_;
    out.packet().assign(std::span{packet_}.first(samples));
    samples_ += samples;
    // A packet is due when its last sample would have come off the antenna.
    if (settings().pace == "realtime") out.due(started_ + played());
    return true;
  }

  [[nodiscard]] Nanoseconds played() const {
    return Nanoseconds{static_cast<std::int64_t>(samples_ * 1'000'000'000 / rate_hz_)};
  }

  // From this line follows what the reference makes of it.
  void finish(Output&) override {
    is_over_ = true;
    const auto& s = settings();
    nlohmann::json line{{"event", "traffic"}, {"sample_rate", rate_hz_}, {"offset", s.offset}};
    if (!s.input.empty()) {
      line["input"] = s.file(s.input).string();
    } else {
      line.update({{"frames", s.frames},
                   {"stations", s.stations},
                   {"seed", s.seed},
                   {"noise", s.noise},
                   {"overlap", s.overlap}});
    }
    print(line);
  }

  [[nodiscard]] nlohmann::json figures() const override { return {{"samples", samples_}}; }

  std::optional<recording::Reader> recording_;
  std::optional<Traffic> traffic_;
  std::vector<std::complex<float>> packet_;
  std::uint32_t rate_hz_ = 0;
  TimePoint started_;
  std::uint64_t samples_ = 0;  // of this stream
  bool is_over_ = false;       // start() begins another stream
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Source);
