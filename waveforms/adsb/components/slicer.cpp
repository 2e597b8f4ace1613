// adsb-slicer: magnitudes to candidate frames. It carries the end of each packet over to the next
// one, so a packet that comes out of order costs the frames at its edges. With `pool` dispatch
// several threads come at once; they take turns at the signal, in whatever order they happen to
// come.
#include <orbweaver/adsb/slicer.hpp>

#include <mutex>

#include "receiver_stage.hpp"

namespace {

using namespace orbweaver;
using component::PacketStamp;

class Servant final : public CORBA::servant_traits<Adsb::MagnitudeSink>::base_type {
 public:
  explicit Servant(component::PacketStage<Adsb::Magnitudes, Adsb::Candidates>& stage)
      : stage_(stage) {}
  ~Servant() override { stage_.stop(); }  // see serve_stage
  void send_magnitudes(const Adsb::PacketHeader& header, const Adsb::Magnitudes& packet) override {
    stage_.accept(adsb::stamp_of(header), packet);
  }
  void push_magnitudes(const Adsb::PacketHeader& header, const Adsb::Magnitudes& packet) override {
    send_magnitudes(header, packet);
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  component::PacketStage<Adsb::Magnitudes, Adsb::Candidates>& stage_;
};

Adsb::Candidates to_idl(std::span<const adsb::Candidate> candidates) {
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
  adsb::Slicer slicer_;
};

int run(component::Component& component) {
  using Sink = Adsb::CandidateSink;
  adsb::Output<Sink, Adsb::Candidates> next(component, &Sink::send_candidates,
                                            &Sink::push_candidates);
  SharedSlicer slicer;
  return adsb::serve_stage<Servant, Adsb::Magnitudes, Adsb::Candidates>(
      component,
      {.process = [&](const PacketStamp&,
                      const Adsb::Magnitudes& magnitudes) { return slicer.push(magnitudes); },
       .hand_on = [&](const PacketStamp& stamp,
                      const Adsb::Candidates& candidates) { next.send(stamp, candidates); },
       .finish =
           [&](const component::StageReport& report) {
             // The tail makes one packet more: frames that ended within the last packet.
             const auto packets = report.received + 1;
             next.send({packets, static_cast<std::uint64_t>(monotonic_ns())}, slicer.finish());
             next.end_of_stream(packets);
             adsb::print_stage_result(component, report);
           }});
}

}  // namespace

int main(int argc, char** argv) {
  component::Settings settings{.name = "slicer"};
  CLI::App app{"ADS-B receiver, third component: preamble detector and bit slicer."};
  return adsb::run_stage(app, argc, argv, settings, run);
}
