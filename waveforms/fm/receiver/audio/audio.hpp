// Fourth component: de-emphasis, low-pass, the audio rate, gain.
#pragma once

#include <optional>

#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/fm/audio.hpp>

#include "../properties.hpp"

namespace orbweaver::fm::components {

using SignalIn = component::In<"signal_in", standardInterfaces::realFloat>;
using AudioOut = component::Out<"audio_out", standardInterfaces::realFloat>;

[[nodiscard]] inline component::Definitions audio_properties() {
  auto all = station_properties();
  auto time_constant = details("Time constant, 50 or 75; 0: none; -1: as the band has it", "us");
  time_constant.range = {"-1", "1000"};
  auto gain = details("At 0 full deviation is full scale", "dB");
  gain.range = {"-60", "60"};
  all.push_back(component::simple<double>("de_emphasis", -1, std::move(time_constant)));
  all.push_back(audio_rate_property());
  all.push_back(component::simple<double>("gain", 0, std::move(gain)));
  return all;
}

class Audio final : public component::StreamComponent<SignalIn, AudioOut> {
 public:
  Audio() : StreamComponent(audio_properties()) {}

 private:
  void process(const Input& in, Output& out) override {
    if (!audio_) audio_.emplace(plan_of(*this));
    const auto audio = audio_->push(in.samples());
    out.packet().assign(audio.begin(), audio.end());
  }
  // The next stream is another recording.
  void finish(Output&) override { audio_.reset(); }

  std::optional<fm::Audio> audio_;
};

}  // namespace orbweaver::fm::components
