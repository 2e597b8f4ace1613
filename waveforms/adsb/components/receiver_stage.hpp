// What the three stages of the receiver share: a port in front, packets through a PacketStage, a
// port behind.
#pragma once
#include <orbweaver/generated/adsb/idl/receiver_poa.hpp>
#include "launched/hand_over.hpp"
#include "launched/part.hpp"

#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

namespace orbweaver::adsb {

[[nodiscard]] inline Adsb::PacketHeader header_of(const stage::PacketStamp& stamp) {
  return Adsb::PacketHeader{static_cast<std::uint32_t>(stamp.number), stamp.created_ns};
}

[[nodiscard]] inline stage::PacketStamp stamp_of(const Adsb::PacketHeader& header) {
  return {header.number(), header.created_ns()};
}

/// The next component's port `Sink`, with the operation that the messaging mode uses.
template <class Sink, class Packet>
class Output {
 public:
  using Operation = void (Sink::*)(const Adsb::PacketHeader&, const Packet&);

  /// Throws CORBA exceptions if `--next` cannot be reached.
  Output(launched::Component& component, Operation oneway, Operation twoway)
      : next_(component.next<Sink>()),
        operation_(component.settings().messaging == launched::MessagingKind::oneway ? oneway
                                                                                     : twoway) {}

  /// Throws std::runtime_error that names the packet and the cause.
  void send(const stage::PacketStamp& stamp, const Packet& packet) {
    launched::hand_over(stamp.number, [&] { ((*next_).*operation_)(header_of(stamp), packet); });
  }
  void end_of_stream(std::uint64_t packets) {
    next_->end_of_stream(static_cast<std::uint32_t>(packets));
  }

 private:
  CORBA::object_reference<Sink> next_;
  Operation operation_;
};

/// Prints the `result` line of a stage.
inline void print_stage_result(const launched::Component& component,
                               const stage::StageReport& report) {
  component.report("stage", stage::to_json(report));
}

inline void add_stage_options(CLI::App& app, launched::Settings& settings) {
  launched::add_program_options(app, settings);
  launched::add_sender_options(app, settings);
  launched::add_receiver_options(app, settings);
}

/// A kind that is a stage without options of its own. `make` gets the component.
[[nodiscard]] inline launched::Kind stage_kind(std::string name, std::string about,
                                               launched::MakePart make) {
  return {std::move(name), std::move(about),
          [make = std::move(make)](CLI::App& app, launched::Settings& settings) {
            add_stage_options(app, settings);
            return make;
          }};
}

}  // namespace orbweaver::adsb
