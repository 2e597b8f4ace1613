// SPDX-License-Identifier: Apache-2.0
// How much of either tone is in the audio, for all slicers.
#include <orbweaver/ax25/correlator.hpp>
#include <orbweaver/component/program.hpp>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

class CorrelatorComponent final
    : public component::StreamComponent<BandIn, TonesOut, component::Settings<RateSettings>> {
 public:
  static constexpr auto kDescription = "Correlator: the amplitudes of the two tones";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    return choose_rate(settings(), correlator_);
  }

  void process(const Input& in, Output& out) override {
    auto& correlator = step_for(in, correlator_);
    const auto tones = correlator.push(in.samples());
    auto& packet = out.packet();
    packet.resize(tones.size());
    for (std::size_t k = 0; k < tones.size(); ++k) {
      packet.I[k] = tones[k].mark;
      packet.Q[k] = tones[k].space;
    }
  }
  // The next stream is another recording.
  void finish(Output&) override { correlator_.reset(); }

  fm::AtRate<Correlator> correlator_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::CorrelatorComponent);
