// SPDX-License-Identifier: Apache-2.0
// Gain: sends what comes, times its setting `gain`. Its profiles are made from this file.
#include <orbweaver/component/program.hpp>

using namespace orbweaver;
using AudioIn = component::In<"audio_in", standardInterfaces::realFloat>;
using AudioOut = component::Out<"audio_out", standardInterfaces::realFloat>;

// Each member is a property; its value here is the default.
struct GainSettings {
  float gain = 1;

  void describe(component::Describer& property) {
    property("gain", gain, {.description = "amplification", .range = {{-1000, 1000}}});
  }
};

class Gain final
    : public component::StreamComponent<AudioIn, AudioOut, component::Settings<GainSettings>> {
 public:
  static constexpr auto kDescription = "sends what comes, times the setting gain";

 private:
  // Runs for one packet at a time; what `out` gets is sent when it returns.
  void process(const Input& in, Output& out) override {
    auto& samples = out.packet();
    for (const auto sample : in.samples()) samples.push_back(settings().gain * sample);
  }
};

ORBWEAVER_COMPONENT(Gain);
