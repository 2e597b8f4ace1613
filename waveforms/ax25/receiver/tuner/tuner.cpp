// One channel out of the recording: moved to 0 Hz, filtered, at a lower rate.
#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/channel_filter.hpp>

#include <complex>
#include <optional>
#include <vector>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct TunerSettings : RateSettings {
  double offset = 0;

  void describe(component::Describer& property) {
    RateSettings::describe(property);
    property("offset", offset, at_start("Of the channel, from the middle of the recording", "Hz"));
  }
};

class Tuner final
    : public component::StreamComponent<IqIn, ChannelOut, component::Settings<TunerSettings>> {
 public:
  static constexpr auto kDescription = "One channel out of an I/Q recording";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    return with_plan({settings().sample_rate, settings().offset},
                     [this](const Plan& plan) { filter_.emplace(plan.channel); });
  }

  void process(const Input& in, Output& out) override {
    iq_.clear();
    for (std::size_t k = 0; k < std::min(in.I().size(), in.Q().size()); ++k) {
      iq_.emplace_back(in.I()[k], in.Q()[k]);
    }
    const auto channel = filter_->push(iq_);
    auto& packet = out.packet();
    packet.resize(channel.size());
    for (std::size_t k = 0; k < channel.size(); ++k) {
      packet.I[k] = channel[k].real();
      packet.Q[k] = channel[k].imag();
    }
  }

  std::optional<fm::ChannelFilter> filter_;
  std::vector<std::complex<float>> iq_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Tuner);
