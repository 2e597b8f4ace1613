// SPDX-License-Identifier: Apache-2.0
// The audio of the channel: its frequency.
#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/demodulator.hpp>

#include <complex>
#include <stdexcept>
#include <vector>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

class Discriminator final
    : public component::StreamComponent<ChannelIn, AudioOut, component::Settings<RateSettings>> {
 public:
  static constexpr auto kDescription = "FM discriminator: a channel to its audio";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    return choose_rate(settings(), demodulator_);
  }

  void process(const Input& in, Output& out) override {
    in.copy_to(channel_);
    auto& demodulator = demodulator_.at(in.metadata().sample_rate, demodulator_at);
    const auto audio = demodulator.push(channel_);
    out.packet().assign(audio.begin(), audio.end());
  }
  static fm::Demodulator demodulator_at(double channel_rate) {
    const auto plan = fm::make_channel_plan({.band = fm::Band::narrow}, channel_rate);
    if (!plan) throw std::runtime_error(plan.error());
    return fm::Demodulator(*plan);
  }
  // The next stream is another recording.
  void finish(Output&) override { demodulator_.reset(); }

  fm::AtRate<fm::Demodulator> demodulator_;
  std::vector<std::complex<float>> channel_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Discriminator);
