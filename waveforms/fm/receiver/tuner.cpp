// SPDX-License-Identifier: Apache-2.0
// Second component: one station out of the recording, at a lower rate.
#include <algorithm>
#include <complex>
#include <stdexcept>
#include <vector>

#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/channel_filter.hpp>
#include <orbweaver/fm/rate.hpp>

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

  component::Outcome initialize() override {
    return choose_rate(settings(), &Plan::sample_rate, tuned_);
  }

 private:
  struct Tuned {
    Plan plan;
    ChannelFilter filter;
  };

  [[nodiscard]] Tuned tune(double sample_rate) const {
    const auto whole = recording_rate(sample_rate, 0);
    if (!whole) throw std::runtime_error(whole.error());
    auto choices = settings().all_choices();
    choices.sample_rate_hz = *whole;
    const auto plan = make_plan(choices);
    if (!plan) throw std::runtime_error(plan.error());
    return {*plan, ChannelFilter(*plan)};
  }
  void process(const Input& in, Output& out) override {
    auto& [plan, filter] =
        tuned_.at(in.metadata().sample_rate, [this](double rate) { return tune(rate); });
    in.copy_to(iq_);
    out.packet().assign(filter.push(iq_));
    auto& said = out.metadata();
    said.decimate(plan.channel_decimation);
    said.sample_rate = plan.channel_rate;
    if (said.centre_frequency) *said.centre_frequency += plan.offset;
  }
  // The next stream is another recording.
  void finish(Output&) override { tuned_.reset(); }

  AtRate<Tuned> tuned_;
  std::vector<std::complex<float>> iq_;
};

}  // namespace orbweaver::fm::components

ORBWEAVER_COMPONENT(orbweaver::fm::components::Tuner);
