// SPDX-License-Identifier: Apache-2.0
// Fourth component: de-emphasis, low-pass, the audio rate, gain.
#include <nlohmann/json.hpp>

#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/audio.hpp>

#include "station.hpp"

namespace orbweaver::fm::components {

struct AudioSettings : StationSettings {
  void describe(component::Describer& property) {
    StationSettings::describe(property);
    property("de_emphasis", choices.de_emphasis_us, of_de_emphasis());
    property("audio_rate", choices.audio_rate_hz, of_audio_rate());
    property("gain", choices.gain_db,
             parameter({.description = "At 0 full deviation is full scale",
                        .units = "dB",
                        .range = {{-60, 60}}}));
  }
};

using SignalIn = component::In<"signal_in", standardInterfaces::realFloat>;
using AudioOut = component::Out<"audio_out", standardInterfaces::realFloat>;

class Audio final
    : public component::StreamComponent<SignalIn, AudioOut, component::Settings<AudioSettings>> {
 public:
  static constexpr auto kDescription = "De-emphasis, low-pass, the audio rate and gain";
  static constexpr auto kAuthor = kAuthorOfReceiver;

  component::Outcome initialize() override {
    return choose_rate(settings(), &Plan::channel_rate, audio_);
  }

 private:
  void process(const Input& in, Output& out) override {
    auto& step = audio_.at(in.metadata().sample_rate, [this](double rate) {
      return fm::Audio(channel_plan(settings(), rate));
    });
    const auto audio = step.push(in.samples());
    out.packet().assign(audio.begin(), audio.end());
    // A number or an offset at the other rate need not be a whole one.
    auto& said = out.metadata();
    said.sample_rate = settings().choices.audio_rate_hz;
    said.sample_number.reset();
    said.tags.clear();
  }
  // The next stream is another recording. From this line and that of the source follows what the
  // reference makes of it.
  void finish(Output&) override {
    audio_.reset();
    const auto& all = settings().choices;
    print({{"event", "station"},
           {"band", settings().band},
           {"deviation", all.deviation_hz},
           {"de_emphasis", all.de_emphasis_us},
           {"audio_rate", all.audio_rate_hz},
           {"gain", all.gain_db}});
  }

  AtRate<fm::Audio> audio_;
};

}  // namespace orbweaver::fm::components

ORBWEAVER_COMPONENT(orbweaver::fm::components::Audio);
