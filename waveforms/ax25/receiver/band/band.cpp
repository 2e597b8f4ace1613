// The band of the two tones out of the audio.
#include <orbweaver/ax25/audio_filter.hpp>
#include <orbweaver/component/program.hpp>

#include <optional>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

class Band final
    : public component::StreamComponent<AudioIn, BandOut, component::Settings<RateSettings>> {
 public:
  static constexpr auto kDescription = "Band filter: the two tones out of audio";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    return with_plan({settings().sample_rate},
                     [this](const Plan& plan) { filter_.emplace(plan.audio_rate); });
  }

  void process(const Input& in, Output& out) override {
    const auto band = filter_->push(in.samples());
    out.packet().assign(band.begin(), band.end());
  }

  std::optional<AudioFilter> filter_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Band);
