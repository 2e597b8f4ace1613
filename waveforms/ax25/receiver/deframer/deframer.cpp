// SPDX-License-Identifier: Apache-2.0
// Frames out of the bits of one slicer: NRZI, flags, bit stuffing, check sequence.
#include <orbweaver/ax25/deframer.hpp>
#include <orbweaver/component/control.hpp>
#include <orbweaver/component/logger.hpp>
#include <orbweaver/component/program.hpp>
#include <orbweaver/generated/ax25/control_poa.hpp>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct DeframerSettings {
  std::uint8_t slicer = 0;

  void describe(component::Describer& property) {
    property("slicer", slicer, at_start("Number of its slicer", {}, {{0, kMostSlicers - 1}}));
  }
};

using Counting = component::Serves<"counting", AX25::Counting>;

class DeframerComponent final
    : public component::StreamComponent<BitsIn, FindingsOut, Counting,
                                        component::Settings<DeframerSettings>> {
 public:
  static constexpr auto kDescription = "Deframer: HDLC frames out of bits";

  // Of the port `counting`.
  AX25::Counts count() {
    const auto& all = deframer_->counts();
    return AX25::Counts{all.frames,    all.wrong,    all.no_octets,
                        all.too_short, all.too_long, all.aborted};
  }

 private:
  component::Outcome on_settings(const component::Changed&) override {
    deframer_.emplace(settings().slicer);
    return {};
  }

  void process(const Input& in, Output& out) override {
    const auto bits = read_line_bits(in.samples());
    if (!bits) throw std::runtime_error("a packet ends within a bit");
    if (std::exchange(is_over_, false)) deframer_.emplace(settings().slicer);
    const auto wrong = deframer_->counts().wrong;
    append_octets(out.packet(), deframer_->push(*bits));
    if (const auto more = deframer_->counts().wrong - wrong; more > 0) {
      log().debug("frames with a wrong check sequence before {:.3f} s: {}",
                  static_cast<double>(bits->reached_ns) / 1e9, more);
    }
  }
  // The counts stay until the next stream's first bits: the result line has them.
  void finish(Output&) override { is_over_ = true; }

  [[nodiscard]] nlohmann::json figures() const override {
    const auto& counts = deframer_->counts();
    return {{"frames", counts.frames},       {"wrong", counts.wrong},
            {"no_octets", counts.no_octets}, {"too_short", counts.too_short},
            {"too_long", counts.too_long},   {"aborted", counts.aborted}};
  }

  std::optional<Deframer> deframer_;
  bool is_over_ = false;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::DeframerComponent);
