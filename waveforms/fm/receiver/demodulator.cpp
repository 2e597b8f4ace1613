// Third component: the frequency of the station's samples.
#pragma once

#include <algorithm>
#include <complex>
#include <optional>
#include <vector>

#include <orbweaver/component/stream_component.hpp>
#include <orbweaver/fm/demodulator.hpp>

#include "../properties.hpp"

namespace orbweaver::fm::components {

using ChannelIn = component::In<"channel_in", standardInterfaces::complexFloat>;
using SignalOut = component::Out<"signal_out", standardInterfaces::realFloat>;

class Demodulator final : public component::StreamComponent<ChannelIn, SignalOut> {
 public:
  Demodulator() : StreamComponent(station_properties()) {}

  component::Outcome initialize() override { return check_plan(*this); }

 private:
  void process(const Input& in, Output& out) override {
    if (!demodulator_) demodulator_.emplace(plan_of(*this));
    const auto real = in.I();
    const auto imaginary = in.Q();
    channel_.clear();
    for (std::size_t k = 0; k < std::min(real.size(), imaginary.size()); ++k) {
      channel_.emplace_back(real[k], imaginary[k]);
    }
    const auto signal = demodulator_->push(channel_);
    out.packet().assign(signal.begin(), signal.end());
  }
  // The next stream is another recording.
  void finish(Output&) override { demodulator_.reset(); }

  std::optional<fm::Demodulator> demodulator_;
  std::vector<std::complex<float>> channel_;
};

}  // namespace orbweaver::fm::components
