// The slicer carries the end of each packet over to the next one, so a packet that comes out of
// order costs the frames at its edges. With `pool` dispatch several threads come at once; they take
// turns at the signal, in whatever order they happen to come.
#include <orbweaver/adsb/slicer.hpp>

#include <mutex>

#include "kinds.hpp"
#include "receiver_stage.hpp"

namespace orbweaver::adsb {

namespace {

using stage::PacketStamp;
using Stage = launched::PacketStage<Adsb::Magnitudes, Adsb::Candidates>;

class Servant final : public CORBA::servant_traits<Adsb::MagnitudeSink>::base_type {
 public:
  explicit Servant(Stage& stage) : stage_(stage) {}
  ~Servant() override { stage_.stop(); }
  void send_magnitudes(const Adsb::PacketHeader& header, const Adsb::Magnitudes& packet) override {
    stage_.accept(stamp_of(header), packet);
  }
  void push_magnitudes(const Adsb::PacketHeader& header, const Adsb::Magnitudes& packet) override {
    send_magnitudes(header, packet);
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  Stage& stage_;
};

Adsb::Candidates to_idl(std::span<const Candidate> candidates) {
  Adsb::Candidates packet;
  packet.reserve(candidates.size());
  for (const auto& c : candidates) packet.emplace_back(c.sample, c.level, c.length, c.octets);
  return packet;
}

class SharedSlicer {
 public:
  Adsb::Candidates push(const Adsb::Magnitudes& magnitudes) {
    const std::lock_guard lock(mutex_);
    return to_idl(slicer_.push(magnitudes));
  }
  Adsb::Candidates finish() {
    const std::lock_guard lock(mutex_);
    return to_idl(slicer_.finish());
  }

 private:
  std::mutex mutex_;
  Slicer slicer_;
};

using Part = launched::StagePart<Servant, Adsb::Magnitudes, Adsb::Candidates>;
using Next = Output<Adsb::CandidateSink, Adsb::Candidates>;

// The tail makes one packet more: frames that ended within the last packet.
void finish(Next& next, SharedSlicer& slicer, const stage::StageReport& report) {
  const auto packets = report.received + 1;
  next.send({packets, static_cast<std::uint64_t>(monotonic_ns())}, slicer.finish());
  next.end_of_stream(packets);
}

std::unique_ptr<launched::Part> make(launched::Component& component) {
  using Sink = Adsb::CandidateSink;
  const auto next =
      std::make_shared<Next>(component, &Sink::send_candidates, &Sink::push_candidates);
  const auto slicer = std::make_shared<SharedSlicer>();
  return std::make_unique<Part>(
      component,
      Part::Actions{
          .process = [slicer](
                         const PacketStamp&,
                         const Adsb::Magnitudes& magnitudes) { return slicer->push(magnitudes); },
          .hand_on = [next](const PacketStamp& stamp,
                            const Adsb::Candidates& packet) { next->send(stamp, packet); },
          .finish =
              [next, slicer, &component](const stage::StageReport& report) {
                finish(*next, *slicer, report);
                print_stage_result(component, report);
              }});
}

}  // namespace

launched::Kind slicer_kind() {
  return stage_kind("slicer", "ADS-B receiver, third component: preamble detector and bit slicer.",
                    make);
}

}  // namespace orbweaver::adsb
