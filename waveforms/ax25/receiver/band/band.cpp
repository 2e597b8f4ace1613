// SPDX-License-Identifier: Apache-2.0
// The band of the two tones out of the audio.
#include <orbweaver/ax25/audio_filter.hpp>
#include <orbweaver/component/program.hpp>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

class Band final
    : public component::StreamComponent<AudioIn, BandOut, component::Settings<RateSettings>> {
 public:
  static constexpr auto kDescription = "Band filter: the two tones out of audio";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    return choose_rate(settings(), filter_);
  }

  void process(const Input& in, Output& out) override {
    auto& filter = step_for(in, filter_);
    const auto band = filter.push(in.samples());
    out.packet().assign(band.begin(), band.end());
  }
  // The next stream is another recording.
  void finish(Output&) override { filter_.reset(); }

  fm::AtRate<AudioFilter> filter_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Band);
