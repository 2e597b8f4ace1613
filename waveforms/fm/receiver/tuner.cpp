// Second component: one station out of the recording, at a lower rate.
#pragma once

#include <algorithm>
#include <complex>
#include <optional>
#include <vector>

#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/fm/channel_filter.hpp>

#include "../properties.hpp"

namespace orbweaver::fm::components {

using IqIn = component::In<"iq_in", standardInterfaces::complexFloat>;
using ChannelOut = component::Out<"channel_out", standardInterfaces::complexFloat>;

[[nodiscard]] inline component::Definitions tuner_properties() {
  auto all = station_properties();
  all.push_back(offset_property());
  return all;
}

class Tuner final : public component::StreamComponent<IqIn, ChannelOut> {
 public:
  Tuner() : StreamComponent(tuner_properties()) {}

  component::Outcome initialize() override { return check_plan(*this); }

 private:
  void process(const Input& in, Output& out) override {
    if (!filter_) filter_.emplace(plan_of(*this));
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

  std::optional<ChannelFilter> filter_;
  std::vector<std::complex<float>> iq_;
};

}  // namespace orbweaver::fm::components
