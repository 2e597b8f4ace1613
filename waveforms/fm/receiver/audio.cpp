// Fourth component: de-emphasis, low-pass, the audio rate, gain.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/fm/audio.hpp>

#include "../properties.hpp"

namespace orbweaver::fm::components {

using SignalIn = component::In<"signal_in", standardInterfaces::realFloat>;
using AudioOut = component::Out<"audio_out", standardInterfaces::realFloat>;

[[nodiscard]] inline component::Definitions audio_properties() {
  auto all = station_properties();
  auto gain = details("At 0 full deviation is full scale", "dB");
  gain.range = {"-60", "60"};
  all.push_back(de_emphasis_property());
  all.push_back(audio_rate_property());
  all.push_back(component::simple<double>("gain", 0, std::move(gain)));
  return all;
}

class Audio final : public component::StreamComponent<SignalIn, AudioOut> {
 public:
  Audio() : StreamComponent(audio_properties()) {}

  component::Outcome initialize() override { return check_plan(*this); }

 private:
  void process(const Input& in, Output& out) override {
    if (!audio_) audio_.emplace(plan_of(*this));
    const auto audio = audio_->push(in.samples());
    out.packet().assign(audio.begin(), audio.end());
  }
  // The next stream is another recording.
  void finish(Output&) override {
    audio_.reset();
    print(station_line(*this));
  }

  std::optional<fm::Audio> audio_;
};

}  // namespace orbweaver::fm::components
