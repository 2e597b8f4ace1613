// SPDX-License-Identifier: Apache-2.0
// First component: plays a recording, as fast as the receiver takes it or as a radio would. Without
// a recording it plays a generated station, sample for sample what fm-generate writes of the same
// choices as .cf32.
#include <complex>
#include <expected>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/generator.hpp>
#include <orbweaver/fm/rate.hpp>
#include <orbweaver/recording/reader.hpp>

#include "station.hpp"

namespace orbweaver::fm::components {

inline constexpr std::uint32_t kGeneratedRateHz = 240'000;

struct SourceSettings : StationSettings, FileSettings {
  std::optional<std::string> input;
  double seconds = 5;
  std::uint32_t seed = 1;
  double noise = 0;
  std::uint32_t packet_samples = 1024;
  std::string pace = "none";

  void describe(component::Describer& property) {
    property("input", input,
             parameter({.description = "Recording: .cu8 .cs8 .cs16 .cf32 .sigmf-meta; without one "
                                       "a station is generated"}));
    StationSettings::describe(property);
    property("offset", choices.offset_hz, of_offset());
    property("de_emphasis", choices.de_emphasis_us, of_de_emphasis());
    property("seconds", seconds,
             parameter({.description = "Length of a generated station",
                        .units = "s",
                        .range = {{0.01, 3600}}}));
    property("seed", seed, parameter({.description = "Of a generated station"}));
    property("noise", noise,
             parameter({.description = "Standard deviation of I and Q of a generated station",
                        .range = {{0, 1}}}));
    property("packet_samples", packet_samples,
             parameter({.description = "In a packet", .range = {{1, 1'000'000}}}));
    property("pace", pace,
             parameter({.description = "none: as fast as the receiver takes them; realtime: at the "
                                       "sample rate",
                        .enumeration = {"none", "realtime"}}));
    FileSettings::describe(property);
  }
};

using IqOut = component::Out<"iq_out", standardInterfaces::complexFloat>;

class Source final : public component::StreamComponent<IqOut, component::Settings<SourceSettings>> {
 public:
  static constexpr auto kDescription = "Plays a recording, or a station that it generates";
  static constexpr auto kAuthor = kAuthorOfReceiver;

  /// Opens the recording. Fails: with the line of its reader, if it is of another rate, or if the
  /// properties of a generated station do not go together.
  component::Outcome initialize() override {
    packet_.resize(settings().packet_samples);
    return open_stream();
  }

 private:
  /// Samples written; 0 at the end. Fails: with one line.
  using Read =
      std::function<std::expected<std::size_t, std::string>(std::span<std::complex<float>>)>;

  component::Outcome open_stream() {
    const auto input = settings().input.value_or("");
    auto opened = input.empty() ? generate_station() : open_recording(settings().file_named(input));
    if (!opened) return component::refuse(opened.error());
    read_ = *std::move(opened);
    samples_ = 0;
    is_over_ = false;
    return {};
  }
  [[nodiscard]] std::expected<Read, std::string> open_recording(
      const std::filesystem::path& input) {
    auto opened = recording::Reader::open(input);
    if (!opened) return std::unexpected(opened.error().message);
    const auto rate = recording_rate(opened->sample_rate_hz(), settings().sample_rate.value_or(0));
    if (!rate) return std::unexpected(input.string() + ": " + rate.error());
    rate_hz_ = *rate;
    const auto reader = std::make_shared<recording::Reader>(*std::move(opened));
    return [reader](std::span<std::complex<float>> iq) -> std::expected<std::size_t, std::string> {
      const auto samples = reader->read(iq);
      if (!samples) return std::unexpected(samples.error().message);
      return *samples;
    };
  }
  [[nodiscard]] std::expected<Read, std::string> generate_station() {
    auto choices = settings().all_choices();
    choices.sample_rate_hz = settings().sample_rate.value_or(kGeneratedRateHz);
    auto new_station = Station::make({.choices = choices,
                                      .seconds = settings().seconds,
                                      .seed = settings().seed,
                                      .noise = settings().noise});
    if (!new_station)
      return std::unexpected("a station cannot be generated: " + new_station.error());
    rate_hz_ = new_station->plan().sample_rate;
    const auto station = std::make_shared<Station>(*std::move(new_station));
    return [station](std::span<std::complex<float>> iq) -> std::expected<std::size_t, std::string> {
      return station->read(iq);
    };
  }
  [[nodiscard]] Nanoseconds played() const {
    return Nanoseconds{static_cast<std::int64_t>(samples_ * 1'000'000'000 / rate_hz_)};
  }

  component::Outcome on_start() override {
    if (is_over_) {
      if (auto opened = open_stream(); !opened) return opened;
    }
    started_ = now() - played();
    return {};
  }
  bool produce(Output& out) override {
    const auto samples = read_(packet_);
    if (!samples) throw std::runtime_error(samples.error());
    if (*samples == 0) return false;
    out.metadata().sample_rate = rate_hz_;
    out.packet().assign(std::span{packet_}.first(*samples));
    samples_ += *samples;
    // A packet is due when its last sample would have come off the antenna.
    if (settings().pace == "realtime") out.due(started_ + played());
    return true;
  }
  // From this line and that of the audio follows what the reference makes of it.
  void finish(Output&) override {
    is_over_ = true;
    const auto& all = settings();
    nlohmann::json line{{"event", "station"},
                        {"band", all.band},
                        {"sample_rate", rate_hz_},
                        {"deviation", all.choices.deviation_hz},
                        {"offset", all.choices.offset_hz},
                        {"de_emphasis", all.choices.de_emphasis_us},
                        {"seconds", all.seconds},
                        {"seed", all.seed},
                        {"noise", all.noise}};
    if (all.input) line["input"] = *all.input;
    print(line);
  }
  [[nodiscard]] nlohmann::json figures() const override { return {{"samples", samples_}}; }

  Read read_;
  std::vector<std::complex<float>> packet_;
  std::uint32_t rate_hz_ = 0;
  TimePoint started_;
  std::uint64_t samples_ = 0;  // of this stream
  bool is_over_ = false;       // start() begins another stream
};

}  // namespace orbweaver::fm::components

ORBWEAVER_COMPONENT(orbweaver::fm::components::Source);
