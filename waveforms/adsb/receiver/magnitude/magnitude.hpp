// I/Q pairs to magnitudes. It keeps no state, so it may process packets in parallel.
#pragma once
#include <orbweaver/component/stream_component.hpp>

#include "ports.hpp"

namespace orbweaver::adsb {

class Magnitude final : public component::StreamComponent<IqIn, MagnitudesOut> {
 public:
  Magnitude() : StreamComponent({}, component::State::none) {}

 private:
  void process(const Input& in, Output& out) override;
};

}  // namespace orbweaver::adsb
