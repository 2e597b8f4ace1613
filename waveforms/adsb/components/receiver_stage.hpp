// What the three stages of the receiver share: a port in front, packets through a PacketStage, a
// port behind.
#pragma once
#include <orbweaver/component/component.hpp>
#include <orbweaver/component/hand_over.hpp>
#include <orbweaver/component/packet_stage.hpp>
#include <orbweaver/generated/adsb/idl/receiver_poa.hpp>

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

namespace orbweaver::adsb {

[[nodiscard]] inline Adsb::PacketHeader header_of(const component::PacketStamp& stamp) {
  return Adsb::PacketHeader{static_cast<std::uint32_t>(stamp.number), stamp.created_ns};
}

[[nodiscard]] inline component::PacketStamp stamp_of(const Adsb::PacketHeader& header) {
  return {header.number(), header.created_ns()};
}

/// The next component's port `Sink`, with the operation that the messaging mode uses.
template <class Sink, class Packet>
class Output {
 public:
  using Operation = void (Sink::*)(const Adsb::PacketHeader&, const Packet&);

  /// Throws CORBA exceptions if `--next` cannot be reached.
  Output(const component::Component& component, Operation oneway, Operation twoway)
      : next_(component.next<Sink>()),
        operation_(component.settings().messaging == component::MessagingKind::oneway ? oneway
                                                                                      : twoway) {}

  /// Throws std::runtime_error that names the packet and the cause.
  void send(const component::PacketStamp& stamp, const Packet& packet) {
    component::hand_over(stamp.number, [&] { ((*next_).*operation_)(header_of(stamp), packet); });
  }
  void end_of_stream(std::uint64_t packets) {
    next_->end_of_stream(static_cast<std::uint32_t>(packets));
  }

 private:
  CORBA::object_reference<Sink> next_;
  Operation operation_;
};

/// Prints the `result` line of a stage.
inline void print_stage_result(const component::Component& component,
                               const component::StageReport& report) {
  component::print_result(component.name(), "stage", component::to_json(report));
}

/// Serves a stage behind `Servant` until the end. The servant's destructor stops the stage: the ORB
/// lets go of its servants when no more packets come but the next component can still be called.
/// Returns the exit status.
template <class Servant, class Packet, class Output>
int serve_stage(component::Component& component, component::StageActions<Packet, Output> actions) {
  actions.fail = [&](const std::string& why) { component.fail(why); };
  component::PacketStage<Packet, Output> stage(component.settings().stage(), std::move(actions));
  component.publish(CORBA::make_reference<Servant>(stage));
  return component.serve();
}

/// The options of a stage, and its life; a component without state adds more before.
[[nodiscard]] inline int run_stage(CLI::App& app, int argc, char** argv,
                                   component::Settings& settings,
                                   const std::function<int(component::Component&)>& body) {
  component::add_program_options(app, settings);
  component::add_sender_options(app, settings);
  component::add_receiver_options(app, settings);
  return component::run_component(app, argc, argv, settings, body);
}

}  // namespace orbweaver::adsb
