// The audio of the channel: its frequency.
#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/demodulator.hpp>

#include <complex>
#include <optional>
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
    return with_plan({settings().sample_rate},
                     [this](const Plan& plan) { demodulator_.emplace(plan.channel); });
  }

  void process(const Input& in, Output& out) override {
    channel_.clear();
    for (std::size_t k = 0; k < std::min(in.I().size(), in.Q().size()); ++k) {
      channel_.emplace_back(in.I()[k], in.Q()[k]);
    }
    const auto audio = demodulator_->push(channel_);
    out.packet().assign(audio.begin(), audio.end());
  }

  std::optional<fm::Demodulator> demodulator_;
  std::vector<std::complex<float>> channel_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Discriminator);
