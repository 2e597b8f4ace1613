#include "magnitude/magnitude.hpp"

#include <orbweaver/adsb/magnitude.hpp>
#include <orbweaver/component/program.hpp>

namespace orbweaver::adsb {

void Magnitude::process(const Input& in, Output& out) {
  const auto samples = std::min(in.I().size(), in.Q().size());
  auto& magnitudes = out.packet();
  magnitudes.resize(samples);
  magnitude(in.I().first(samples), in.Q().first(samples), magnitudes);
}

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::Magnitude);
