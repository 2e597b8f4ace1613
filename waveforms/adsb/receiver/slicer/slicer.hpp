// Magnitudes to candidate frames: preamble detector and bit slicer. It carries the end of each packet
// over to the next one, so a packet that comes out of order costs the frames at its edges.
#pragma once
#include <orbweaver/adsb/slicer.hpp>
#include <orbweaver/component/stream_component.hpp>

#include "ports.hpp"

namespace orbweaver::adsb {

class SlicerComponent final : public component::StreamComponent<MagnitudesIn, CandidatesOut> {
 private:
  /// A packet for each packet, also if there is no candidate in it.
  void process(const Input& in, Output& out) override;
  /// One packet more: frames that ended within the last one.
  void finish(Output& out) override;

  Slicer slicer_;
};

}  // namespace orbweaver::adsb
