// SPDX-License-Identifier: Apache-2.0
// The bits on the line. Several of it work in parallel, each with another gain of the space tone.
#include <orbweaver/ax25/slicer.hpp>
#include <orbweaver/component/program.hpp>

#include <nlohmann/json.hpp>
#include <vector>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct SlicerSettings : RateSettings {
  double space_gain = 0;

  void describe(component::Describer& property) {
    RateSettings::describe(property);
    property("space_gain", space_gain, at_start("Of the 2200 Hz tone", "dB", {{-20, 20}}));
  }
};

class SlicerComponent final
    : public component::StreamComponent<TonesIn, BitsOut, component::Settings<SlicerSettings>> {
 public:
  static constexpr auto kDescription = "Slicer: which tone each bit is, and when";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    return choose_rate(settings(), slicer_);
  }

  void process(const Input& in, Output& out) override {
    tones_.clear();
    for (std::size_t k = 0; k < std::min(in.I().size(), in.Q().size()); ++k) {
      tones_.push_back({in.I()[k], in.Q()[k]});
    }
    const auto& bits = step_for(in, slicer_, settings().space_gain).push(tones_);
    bits_ += bits.bits.size();
    append_octets(out.packet(), bits);
    out.metadata() = {};  // it is of tones; each bit has its time
  }
  // The next stream is another recording.
  void finish(Output&) override { slicer_.reset(); }

  [[nodiscard]] nlohmann::json figures() const override { return {{"bits", bits_}}; }

  fm::AtRate<Slicer> slicer_;
  std::vector<Tones> tones_;
  std::uint64_t bits_ = 0;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::SlicerComponent);
