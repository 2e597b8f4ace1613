// SPDX-License-Identifier: Apache-2.0
// Magnitudes to candidate frames: preamble detector and bit slicer. It carries the end of each
// packet over to the next one, so a packet that comes out of order costs the frames at its edges.
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
  void process(const Input& in, Output& out) override { hand_on(slicer_.push(in.samples()), out); }
  /// One packet more: frames that ended within the last one.
  void finish(Output& out) override { hand_on(slicer_.finish(), out); }

  static void hand_on(std::span<const Candidate> candidates, Output& out) {
    append_octets(out.packet(), candidates);
    out.metadata() = {};  // what came is said of samples; each candidate has its place
  }

  Slicer slicer_;
};

}  // namespace orbweaver::adsb

ORBWEAVER_COMPONENT(orbweaver::adsb::SlicerComponent);
