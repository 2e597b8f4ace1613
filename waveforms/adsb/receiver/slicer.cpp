// Magnitudes to candidate frames: preamble detector and bit slicer. It carries the end of each packet
// over to the next one, so a packet that comes out of order costs the frames at its edges.
#include <orbweaver/adsb/candidate_octets.hpp>
#include <orbweaver/adsb/slicer.hpp>
#include <orbweaver/component/program.hpp>

#include "ports.hpp"

namespace orbweaver::adsb {

class SlicerComponent final : public component::StreamComponent<MagnitudesIn, CandidatesOut> {
 public:
  static constexpr auto kDescription =
      "ADS-B receiver, third component: preamble detector and bit slicer";
  static constexpr auto kAuthor = kAuthorOfReceiver;

 private:
  /// A packet for each packet, also if there is no candidate in it.
  void process(const Input& in, Output& out) override {
    append_octets(out.packet(), slicer_.push(in.samples()));
  }
  /// One packet more: frames that ended within the last one.
  void finish(Output& out) override { append_octets(out.packet(), slicer_.finish()); }

  Slicer slicer_;
};

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::SlicerComponent);
