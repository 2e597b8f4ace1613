// SPDX-License-Identifier: Apache-2.0
// Third component: the frequency of the station's samples.
#include <algorithm>
#include <complex>
#include <vector>

#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/demodulator.hpp>

#include "station.hpp"

namespace orbweaver::fm::components {

using ChannelIn = component::In<"channel_in", standardInterfaces::complexFloat>;
using SignalOut = component::Out<"signal_out", standardInterfaces::realFloat>;

class Demodulator final : public component::StreamComponent<ChannelIn, SignalOut,
                                                            component::Settings<StationSettings>> {
 public:
  static constexpr auto kDescription = "The frequency of the station's samples";
  static constexpr auto kAuthor = kAuthorOfReceiver;

  component::Outcome initialize() override {
    return choose_rate(settings(), &Plan::channel_rate, demodulator_);
  }

 private:
  void process(const Input& in, Output& out) override {
    auto& demodulator = demodulator_.at(in.metadata().sample_rate, [this](double rate) {
      return fm::Demodulator(channel_plan(settings(), rate));
    });
    in.copy_to(channel_);
    const auto signal = demodulator.push(channel_);
    out.packet().assign(signal.begin(), signal.end());
  }
  // The next stream is another recording.
  void finish(Output&) override { demodulator_.reset(); }

  AtRate<fm::Demodulator> demodulator_;
  std::vector<std::complex<float>> channel_;
};

}  // namespace orbweaver::fm::components

ORBWEAVER_COMPONENT(orbweaver::fm::components::Demodulator);
