// Frames out of the bits of one slicer: NRZI, flags, bit stuffing, check sequence.
#include <orbweaver/ax25/deframer.hpp>
#include <orbweaver/component/program.hpp>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "ports.hpp"
#include "settings.hpp"

namespace orbweaver::ax25 {

struct DeframerSettings {
  std::uint8_t slicer = 0;

  void describe(component::Describer& property) {
    property("slicer", slicer, at_start("Number of its slicer", {}, {{0, kMostSlicers - 1}}));
  }
};

class DeframerComponent final
    : public component::StreamComponent<BitsIn, FindingsOut,
                                        component::Settings<DeframerSettings>> {
 public:
  static constexpr auto kDescription = "Deframer: HDLC frames out of bits";

 private:
  component::Outcome on_settings(const component::Changed&) override {
    deframer_.emplace(settings().slicer);
    return {};
  }

  void process(const Input& in, Output& out) override {
    const auto bits = read_line_bits(in.samples());
    if (!bits) throw std::runtime_error("a packet ends within a bit");
    append_octets(out.packet(), deframer_->push(*bits));
  }

  [[nodiscard]] nlohmann::json figures() const override {
    const auto& counts = deframer_->counts();
    return {{"frames", counts.frames},       {"wrong", counts.wrong},
            {"no_octets", counts.no_octets}, {"too_short", counts.too_short},
            {"too_long", counts.too_long},   {"aborted", counts.aborted}};
  }

  std::optional<Deframer> deframer_;
};

}  // namespace orbweaver::ax25

ORBWEAVER_COMPONENT(orbweaver::ax25::DeframerComponent);
