// Last component: writes the audio into a WAV file. When the stream is over it prints
// {"event":"wav","path":...,"rate":...,"samples":...,"clipped":...}.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/wav.hpp>

#include "station.hpp"

namespace orbweaver::fm::components {

struct WavSettings : FileSettings {
  std::string output = "fm.wav";
  std::uint32_t audio_rate = 48'000;

  void describe(component::Describer& property) {
    property("output", output,
             parameter({.description = "WAV file to write; a file there is replaced"}));
    property("audio_rate", audio_rate, of_audio_rate());
    FileSettings::describe(property);
  }
};

using AudioIn = component::In<"audio_in", standardInterfaces::realFloat>;

class Wav : public component::StreamComponent<AudioIn, component::Settings<WavSettings>> {
 public:
  static constexpr auto kDescription = "Writes the audio into a WAV file";
  static constexpr auto kAuthor = kAuthorOfReceiver;

 private:
  void process(const Input& in, Output&) override {
    if (const auto written = file().write(in.samples()); !written) {
      throw std::runtime_error(written.error().message);
    }
  }

  // A stream without a sample leaves a WAV file, too.
  void finish(Output&) override {
    const WavWriter& written = file();
    print({{"event", "wav"},
           {"path", path().string()},
           {"rate", settings().audio_rate},
           {"samples", written.samples()},
           {"clipped", written.clipped()}});
    file_.reset();
  }

  WavWriter& file() {
    if (file_) return *file_;
    auto created = WavWriter::create(path(), settings().audio_rate);
    if (!created) throw std::runtime_error(created.error().message);
    return file_.emplace(*std::move(created));
  }
  [[nodiscard]] std::filesystem::path path() const {
    return settings().file_named(settings().output);
  }

  std::optional<WavWriter> file_;
};

}  // namespace orbweaver::fm::components

ORBWEAVER_COMPONENT(orbweaver::fm::components::Wav);
