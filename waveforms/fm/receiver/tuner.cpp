// Second component: one station out of the recording, at a lower rate.
#include <algorithm>
#include <complex>
#include <optional>
#include <vector>

#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/channel_filter.hpp>

#include "station.hpp"

namespace orbweaver::fm::components {

struct TunerSettings : StationSettings {
  void describe(component::Describer& property) {
    StationSettings::describe(property);
    property("offset", choices.offset_hz, of_offset());
  }
};

using IqIn = component::In<"iq_in", standardInterfaces::complexFloat>;
using ChannelOut = component::Out<"channel_out", standardInterfaces::complexFloat>;

class Tuner final
    : public component::StreamComponent<IqIn, ChannelOut, component::Settings<TunerSettings>> {
 public:
  static constexpr auto kDescription = "One station out of the recording, at a lower rate";
  static constexpr auto kAuthor = kAuthorOfReceiver;

  component::Outcome initialize() override { return take_plan(settings(), plan_); }

 private:
  void process(const Input& in, Output& out) override {
    if (!filter_) filter_.emplace(plan_);
    const auto real = in.I();
    const auto imaginary = in.Q();
    iq_.clear();
    for (std::size_t k = 0; k < std::min(real.size(), imaginary.size()); ++k) {
      iq_.emplace_back(real[k], imaginary[k]);
    }
    const auto channel = filter_->push(iq_);
    auto& packet = out.packet();
    packet.resize(channel.size());
    for (std::size_t k = 0; k < channel.size(); ++k) {
      packet.I[k] = channel[k].real();
      packet.Q[k] = channel[k].imag();
    }
  }
  // The next stream is another recording.
  void finish(Output&) override { filter_.reset(); }

  Plan plan_;
  std::optional<ChannelFilter> filter_;
  std::vector<std::complex<float>> iq_;
};

}  // namespace orbweaver::fm::components

ORBWEAVER_COMPONENT(orbweaver::fm::components::Tuner);
