// adsb-magnitude: I/Q pairs to magnitudes. It keeps no state, so it may run in parallel.
#include <orbweaver/adsb/magnitude.hpp>

#include "receiver_stage.hpp"

namespace {

using namespace orbweaver;
using component::PacketStamp;

class Servant final : public CORBA::servant_traits<Adsb::IqSink>::base_type {
 public:
  explicit Servant(component::PacketStage<Adsb::Iq, Adsb::Magnitudes>& stage) : stage_(stage) {}
  ~Servant() override { stage_.stop(); }  // see serve_stage
  void send_iq(const Adsb::PacketHeader& header, const Adsb::Iq& packet) override {
    stage_.accept(adsb::stamp_of(header), packet);
  }
  void push_iq(const Adsb::PacketHeader& header, const Adsb::Iq& packet) override {
    send_iq(header, packet);
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  component::PacketStage<Adsb::Iq, Adsb::Magnitudes>& stage_;
};

int run(component::Component& component) {
  using Sink = Adsb::MagnitudeSink;
  adsb::Output<Sink, Adsb::Magnitudes> next(component, &Sink::send_magnitudes,
                                            &Sink::push_magnitudes);
  return adsb::serve_stage<Servant, Adsb::Iq, Adsb::Magnitudes>(
      component,
      {.process =
           [](const PacketStamp&, const Adsb::Iq& iq) {
             Adsb::Magnitudes magnitudes(iq.size() / 2);
             adsb::magnitude(std::span{iq}.first(2 * magnitudes.size()), magnitudes);
             return magnitudes;
           },
       .hand_on = [&](const PacketStamp& stamp,
                      const Adsb::Magnitudes& magnitudes) { next.send(stamp, magnitudes); },
       .finish =
           [&](const component::StageReport& report) {
             next.end_of_stream(report.received);
             adsb::print_stage_result(component, report);
           }});
}

}  // namespace

int main(int argc, char** argv) {
  component::Settings settings{.name = "magnitude"};
  CLI::App app{"ADS-B receiver, second component: I/Q pairs to magnitudes."};
  component::add_stateless_options(app, settings);
  return adsb::run_stage(app, argc, argv, settings, run);
}
