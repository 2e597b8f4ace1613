// Last component: writes the audio into a WAV file. When the stream is over it prints
// {"event":"wav","path":...,"rate":...,"samples":...,"clipped":...}.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/fm/wav.hpp>

#include "../properties.hpp"

namespace orbweaver::fm::components {

using AudioIn = component::In<"audio_in", standardInterfaces::realFloat>;

[[nodiscard]] inline component::Definitions wav_properties() {
  return {component::simple<std::string>("output", "fm.wav",
                                         details("WAV file to write; a file there is replaced")),
          audio_rate_property(), working_folder_property()};
}

class Wav : public component::StreamComponent<AudioIn> {
 public:
  Wav() : StreamComponent(wav_properties()) {}

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
           {"rate", rate()},
           {"samples", written.samples()},
           {"clipped", written.clipped()}});
    file_.reset();
  }

  WavWriter& file() {
    if (file_) return *file_;
    auto created = WavWriter::create(path(), rate());
    if (!created) throw std::runtime_error(created.error().message);
    return file_.emplace(*std::move(created));
  }
  [[nodiscard]] std::filesystem::path path() const {
    return file_named(*this, get<std::string>("output").value_or("fm.wav"));
  }
  [[nodiscard]] std::uint32_t rate() const {
    return get<std::uint32_t>("audio_rate").value_or(48'000);
  }

  std::optional<WavWriter> file_;
};

}  // namespace orbweaver::fm::components
