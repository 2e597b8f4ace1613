// SPDX-License-Identifier: Apache-2.0
// Last component: writes the audio into a WAV file. When the stream is over it prints
// {"event":"wav","path":...,"rate":...,"samples":...,"clipped":...}. Log lines name the file at the
// start, and where the component is stopped before the stream is over.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include <orbweaver/component/logger.hpp>
#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/rate.hpp>
#include <orbweaver/fm/wav.hpp>

#include "station.hpp"

namespace orbweaver::fm::components {

struct WavSettings : FileSettings {
  std::string output = "fm.wav";
  std::uint32_t audio_rate = 48'000;

  void describe(component::Describer& property) {
    property("output", output,
             parameter({.description = "WAV file to write; a file there is replaced"}));
    property("audio_rate", audio_rate,
             parameter({.description = "Of the audio, where the packets do not state it",
                        .units = "Hz",
                        .range = {{8000, 48'000}}}));
    FileSettings::describe(property);
  }
};

using AudioIn = component::In<"audio_in", standardInterfaces::realFloat>;

class Wav : public component::StreamComponent<AudioIn, component::Settings<WavSettings>> {
 public:
  static constexpr auto kDescription = "Writes the audio into a WAV file";
  static constexpr auto kAuthor = kAuthorOfReceiver;

 private:
  component::Outcome on_start() override {
    log().info("writes {}", path().string());
    return {};
  }
  void on_stop() override {
    if (file_)
      log().info("stopped before the end of the stream: {} has {:.1f} s of audio", path().string(),
                 static_cast<double>(file_->samples()) / rate_);
  }

  void process(const Input& in, Output&) override {
    if (const auto written = file(in.metadata().sample_rate).write(in.samples()); !written) {
      throw std::runtime_error(written.error().message);
    }
  }

  // A stream without a sample leaves a WAV file, too.
  void finish(Output&) override {
    const WavWriter& written = file({});
    print({{"event", "wav"},
           {"path", path().string()},
           {"rate", rate_},
           {"samples", written.samples()},
           {"clipped", written.clipped()}});
    file_.reset();
  }

  /// A file has one rate: that of its first packet.
  WavWriter& file(std::optional<double> stated) {
    if (file_) return *file_;
    const auto rate = stated ? recording_rate(stated, 0) : settings().audio_rate;
    if (!rate) throw std::runtime_error(rate.error());
    auto created = WavWriter::create(path(), *rate);
    if (!created) throw std::runtime_error(created.error().message);
    rate_ = *rate;
    return file_.emplace(*std::move(created));
  }
  [[nodiscard]] std::filesystem::path path() const {
    return settings().file_named(settings().output);
  }

  std::optional<WavWriter> file_;
  std::uint32_t rate_ = 0;
};

}  // namespace orbweaver::fm::components

ORBWEAVER_COMPONENT(orbweaver::fm::components::Wav);
