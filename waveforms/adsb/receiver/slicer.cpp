#include "slicer/slicer.hpp"

#include <orbweaver/adsb/candidate_octets.hpp>
#include <orbweaver/component/program.hpp>

namespace orbweaver::adsb {

void SlicerComponent::process(const Input& in, Output& out) {
  append_octets(out.packet(), slicer_.push(in.samples()));
}

void SlicerComponent::finish(Output& out) { append_octets(out.packet(), slicer_.finish()); }

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::SlicerComponent);
