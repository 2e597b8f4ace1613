#include <orbweaver/adsb/magnitude.hpp>

#include "kinds.hpp"
#include "receiver_stage.hpp"

namespace orbweaver::adsb {

namespace {

using stage::PacketStamp;
using Stage = launched::PacketStage<Adsb::Iq, Adsb::Magnitudes>;

class Servant final : public CORBA::servant_traits<Adsb::IqSink>::base_type {
 public:
  explicit Servant(Stage& stage) : stage_(stage) {}
  ~Servant() override { stage_.stop(); }
  void send_iq(const Adsb::PacketHeader& header, const Adsb::Iq& packet) override {
    stage_.accept(stamp_of(header), packet);
  }
  void push_iq(const Adsb::PacketHeader& header, const Adsb::Iq& packet) override {
    send_iq(header, packet);
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  Stage& stage_;
};

using Part = launched::StagePart<Servant, Adsb::Iq, Adsb::Magnitudes>;
using Next = Output<Adsb::MagnitudeSink, Adsb::Magnitudes>;

Adsb::Magnitudes to_magnitudes(const PacketStamp&, const Adsb::Iq& iq) {
  Adsb::Magnitudes magnitudes(iq.size() / 2);
  magnitude(std::span{iq}.first(2 * magnitudes.size()), magnitudes);
  return magnitudes;
}

std::unique_ptr<launched::Part> make(launched::Component& component) {
  using Sink = Adsb::MagnitudeSink;
  const auto next =
      std::make_shared<Next>(component, &Sink::send_magnitudes, &Sink::push_magnitudes);
  return std::make_unique<Part>(
      component,
      Part::Actions{
          .process = to_magnitudes,
          .hand_on = [next](const PacketStamp& stamp,
                            const Adsb::Magnitudes& packet) { next->send(stamp, packet); },
          .finish =
              [next, &component](const stage::StageReport& report) {
                next->end_of_stream(report.received);
                print_stage_result(component, report);
              }});
}

launched::MakePart prepare(CLI::App& app, launched::Settings& settings) {
  add_stage_options(app, settings);
  launched::add_stateless_options(app, settings);
  return make;
}

}  // namespace

launched::Kind magnitude_kind() {
  return {"magnitude", "ADS-B receiver, second component: I/Q pairs to magnitudes.", prepare};
}

}  // namespace orbweaver::adsb
