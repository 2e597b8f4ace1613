// SPDX-License-Identifier: Apache-2.0
// I/Q pairs to magnitudes. It keeps no state, so it may process packets in parallel.
#include <orbweaver/adsb/magnitude.hpp>
#include <orbweaver/component/program.hpp>

#include <algorithm>

#include "ports.hpp"

namespace orbweaver::adsb {

class Magnitude final : public component::StreamComponent<IqIn, MagnitudesOut> {
 public:
  static constexpr auto kDescription = "ADS-B receiver, second component: I/Q pairs to magnitudes";
  static constexpr auto kAuthor = kAuthorOfReceiver;

  Magnitude() : StreamComponent({}, component::State::none) {}

 private:
  void process(const Input& in, Output& out) override {
    const auto samples = std::min(in.I().size(), in.Q().size());
    auto& magnitudes = out.packet();
    magnitudes.resize(samples);
    magnitude(in.I().first(samples), in.Q().first(samples), magnitudes);
  }
};

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::Magnitude);
