// SPDX-License-Identifier: Apache-2.0
// One channel out of the recording: moved to 0 Hz, filtered, at a lower rate.
#include <orbweaver/component/control.hpp>
#include <orbweaver/component/program.hpp>
#include <orbweaver/fm/channel_filter.hpp>
#include <orbweaver/fm/rate.hpp>
#include <orbweaver/generated/ax25/control_poa.hpp>

#include <complex>
#include <expected>
#include <stdexcept>
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

using Tuning = component::Serves<"tuning", AX25::Tuning>;

class Tuner final : public component::StreamComponent<IqIn, ChannelOut, Tuning,
                                                      component::Settings<TunerSettings>> {
 public:
  static constexpr auto kDescription = "One channel out of an I/Q recording";

  // Of the port `tuning`.
  double offset() { return settings().offset; }
  void tune(double offset) {
    if (const auto rate = tuned_.rate()) {
      if (const auto plan = plan_of(*rate, offset); !plan) throw AX25::NoChannel(plan.error());
    }
    publish(&TunerSettings::offset, offset);
    tuned_.reset();
  }

 private:
  struct Tuned {
    fm::Plan plan;
    fm::ChannelFilter filter;
  };

  static std::expected<fm::Plan, std::string> plan_of(double sample_rate, double offset) {
    const auto whole = fm::recording_rate(sample_rate, 0);
    if (!whole) return std::unexpected(whole.error());
    const auto plan = make_plan({*whole, offset});
    if (!plan) return std::unexpected(plan.error());
    return plan->channel;
  }
  [[nodiscard]] Tuned tuned_at(double sample_rate) const {
    const auto plan = plan_of(sample_rate, settings().offset);
    if (!plan) throw std::runtime_error(plan.error());
    return {*plan, fm::ChannelFilter(*plan)};
  }

  component::Outcome on_settings(const component::Changed&) override {
    tuned_.choose(settings().sample_rate);
    if (!settings().sample_rate) return {};
    const auto plan = plan_of(*settings().sample_rate, settings().offset);
    if (!plan) return component::refuse(plan.error());
    return {};
  }

  void process(const Input& in, Output& out) override {
    in.copy_to(iq_);
    auto& [plan, filter] =
        tuned_.at(in.metadata().sample_rate, [this](double rate) { return tuned_at(rate); });
    out.packet().assign(filter.push(iq_));
    auto& said = out.metadata();
    said.decimate(plan.channel_decimation);
    said.sample_rate = plan.channel_rate;
    if (said.centre_frequency) *said.centre_frequency += plan.offset;
  }
  // The next stream is another recording.
  void finish(Output&) override { tuned_.reset(); }

  fm::AtRate<Tuned> tuned_;
  std::vector<std::complex<float>> iq_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::Tuner);
