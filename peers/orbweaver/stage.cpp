// orbweaver-stage: one stage of the lab's pipeline. See peers/CONTRACT.md.
#include <orbweaver/component/component.hpp>
#include <orbweaver/component/packet_stage.hpp>
#include <orbweaver/generated/lab/pipeline_poa.hpp>

#include <nlohmann/json.hpp>

#include "packet_sender.hpp"
#include "work.hpp"

namespace {

using namespace orbweaver;
using component::Component;
using component::PacketStamp;
using Stage = component::PacketStage<Lab::Samples, Lab::Samples>;

class StageServant final : public CORBA::servant_traits<Lab::PacketSink>::base_type {
 public:
  explicit StageServant(Stage& stage) : stage_(stage) {}
  // The ORB lets go of its servants when no more packets come but the next component can still be
  // called.
  ~StageServant() override { stage_.stop(); }

  void send_packet(const Lab::PacketHeader& header, const Lab::Samples& samples) override {
    stage_.accept({header.number(), header.created_ns()}, samples);
  }
  void push_packet(const Lab::PacketHeader& header, const Lab::Samples& samples) override {
    send_packet(header, samples);
  }
  void end_of_stream(std::uint32_t packets) override { stage_.end_of_stream(packets); }

 private:
  Stage& stage_;
};

int run(Component& component, const lab::Work& work) {
  lab::PacketSender next(component);
  Stage stage(component.settings().stage(),
              {.process =
                   [&](const PacketStamp&, Lab::Samples& samples) {
                     work.carry_out();
                     return std::move(samples);
                   },
               .hand_on =
                   [&](const PacketStamp& stamp, const Lab::Samples& samples) {
                     next.send(Lab::PacketHeader{static_cast<std::uint32_t>(stamp.number),
                                                 stamp.created_ns},
                               samples);
                   },
               .finish =
                   [&](const component::StageReport& report) {
                     next.end_of_stream(static_cast<std::uint32_t>(report.received));
                     component::print_result(component.name(), "stage", component::to_json(report));
                   },
               .fail = [&](const std::string& why) { component.fail(why); }});
  component.publish(CORBA::make_reference<StageServant>(stage));
  return component.serve();
}

}  // namespace

int main(int argc, char** argv) {
  component::Settings settings{.name = "stage"};
  auto kind = lab::WorkKind::wait;
  double work_ms = 5;
  std::uint32_t packets = 0;
  CLI::App app{"One stage of the lab's pipeline: takes packets, works on each, hands it on."};
  component::add_program_options(app, settings);
  component::add_sender_options(app, settings);
  component::add_receiver_options(app, settings);
  component::add_stateless_options(app, settings);
  app.add_option("--work", kind, "wait as for an offload, or spin")
      ->transform(CLI::CheckedTransformer(std::map<std::string, lab::WorkKind>{
          {"wait", lab::WorkKind::wait}, {"spin", lab::WorkKind::spin}}));
  app.add_option("--work-ms", work_ms, "work for each packet")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--packets", packets, "not needed: the end is announced by the one before");
  return component::run_component(app, argc, argv, settings, [&](Component& component) {
    return run(component, lab::Work{kind, Nanoseconds{static_cast<std::int64_t>(work_ms * 1e6)}});
  });
}
