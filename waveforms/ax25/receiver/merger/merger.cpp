// SPDX-License-Identifier: Apache-2.0
// What all slicers found becomes one row of frames, without duplicates.
#include <orbweaver/ax25/merger.hpp>
#include <orbweaver/component/program.hpp>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct MergerSettings {
  std::uint8_t slicers = 3;

  void describe(component::Describer& property) {
    property("slicers", slicers, at_start("How many there are", {}, {{1, kMostSlicers}}));
  }
};

class MergerComponent final
    : public component::StreamComponent<FindingsIn, FramesOut,
                                        component::Settings<MergerSettings>> {
 public:
  static constexpr auto kDescription = "Merger: the frames of all slicers, each once";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    merger_.emplace(settings().slicers);
    return {};
  }

  void process(const Input& in, Output& out) override {
    const auto findings = read_findings(in.samples());
    if (!findings) throw std::runtime_error("a packet of frames is broken");
    if (findings->slicer >= settings().slicers) {
      throw std::runtime_error("frames of slicer " + std::to_string(findings->slicer) +
                               ", and slicers are " + std::to_string(settings().slicers) +
                               "; set slicers, or that deframer's slicer");
    }
    hand_on(merger_->push(*findings), out);
  }
  void finish(Output& out) override { hand_on(merger_->finish(), out); }

  void hand_on(std::span<const HeardFrame> frames, Output& out) {
    if (frames.empty()) return;
    frames_ += frames.size();
    append_octets(out.packet(), frames);
  }

  [[nodiscard]] nlohmann::json figures() const override {
    return {{"frames", frames_},
            {"duplicates", merger_->duplicates()},
            {"hurried", merger_->hurried()}};
  }

  std::optional<Merger> merger_;
  std::uint64_t frames_ = 0;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::MergerComponent);
