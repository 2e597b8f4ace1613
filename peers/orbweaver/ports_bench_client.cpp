// SPDX-License-Identifier: Apache-2.0
// orbweaver-ports-bench-client: measures packets to a Bench::PortsTarget, by a bare call and from
// port to port. See peers/CONTRACT.md, "Bench programs"; its cases are
//
//   bare-twoway, port-twoway     each waits for its reply
//   bare-ordered, port-ordered   no reply; the time ends when the last one was received
//   said-twoway, said-ordered    as port-, with metadata: rate, frequency, time, number and stream
//                                id
//   fan-twoway, fan-ordered      from one port to Bench::most_ports others, each packet to all
#include <map>
#include <memory>
#include <utility>

#include <orbweaver/corba/orb.hpp>
#include <orbweaver/corba/policy.hpp>
#include <orbweaver/generated/lab/ports.hpp>
#include <orbweaver/ports/uses_port.hpp>

#include <bench/measure.hpp>
#include <bench/program.hpp>

namespace {

using bench::Command;
using bench::Measured;
using orbweaver::ports::ConnectionOptions;
using orbweaver::ports::Messaging;
using Interface = standardInterfaces::realDouble;
using Reference = CORBA::object_reference<Interface>;
using Target = CORBA::object_reference<Bench::PortsTarget>;
using UsesPort = orbweaver::ports::UsesPort<Interface>;
using Samples = std::vector<double>;

Samples samples(const Command& command) { return Samples(command.bytes / sizeof(double), 0.5); }

/// The bare call has the policies of the port's connection: the same call, without the ports.
Reference bare(const Target& target, Messaging messaging) {
  return orbweaver::corba::with_policies(target->bare(),
                                         orbweaver::ports::policies_of({.messaging = messaging}));
}

/// Uses ports by messaging mode and number of destinations. They stay connected, so that a block
/// measures packets alone.
class UsesPorts {
 public:
  explicit UsesPorts(Target target) : target_(std::move(target)) {}

  UsesPort& connected(Messaging messaging, std::uint16_t destinations) {
    auto& port = ports_[{messaging, destinations}];
    if (port) return *port;
    orbweaver::ports::UsesOptions options{.name = "bench"};
    options.connection.messaging = messaging;
    port = std::make_unique<UsesPort>(std::move(options));
    for (std::uint16_t i = 0; i < destinations; ++i)
      port->connect(target_->provides_port(i), std::to_string(i));
    return *port;
  }
  [[nodiscard]] const Target& target() const noexcept { return target_; }

 private:
  Target target_;
  std::map<std::pair<Messaging, std::uint16_t>, std::unique_ptr<UsesPort>> ports_;
};

Measured bare_twoway(const Target& target, const Command& command) {
  const auto callee = bare(target, Messaging::twoway);
  return bench::time_calls(command, [&, values = samples(command)] { callee->pushPacket(values); });
}

Measured bare_ordered(const Target& target, const Command& command) {
  const auto callee = bare(target, Messaging::ordered);
  (void)target->bare_received();
  return bench::time_stream(
      command, [&, values = samples(command)] { callee->pushPacket(values); },
      [&] { return target->bare_received(); });
}

/// Packets of one port after the other: what is said of them differs, as it does at work.
class Push {
 public:
  Push(UsesPort& port, const Command& command) : port_(port), samples_(samples(command)) {}
  void operator()() { port_.push(samples_); }

 private:
  UsesPort& port_;
  Samples samples_;
};
class PushWithMetadata {
 public:
  PushWithMetadata(UsesPort& port, const Command& command)
      : port_(port), samples_(samples(command)) {}
  void operator()() {
    port_.push(metadata_, samples_);
    *metadata_.sample_number += samples_.size();
    ++metadata_.time->picoseconds;
  }

 private:
  UsesPort& port_;
  Samples samples_;
  orbweaver::packets::Metadata metadata_{.sample_rate = 2.4e6,
                                         .centre_frequency = 1.09e9,
                                         .time = orbweaver::packets::UtcTime{1'700'000'000, 0},
                                         .sample_number = 0,
                                         .stream_id = "antenna"};
};

template <class Pusher>
Measured port_twoway(UsesPorts& ports, const Command& command, std::uint16_t destinations) {
  return bench::time_calls(command,
                           Pusher(ports.connected(Messaging::twoway, destinations), command));
}

/// A packet counts as received when every destination has it.
template <class Pusher>
Measured port_ordered(UsesPorts& ports, const Command& command, std::uint16_t destinations) {
  auto& port = ports.connected(Messaging::ordered, destinations);
  (void)ports.target()->port_received();
  std::uint64_t rest = 0;
  return bench::time_stream(command, Pusher(port, command), [&] {
    rest += ports.target()->port_received();
    const auto whole = rest / destinations;
    rest %= destinations;
    return whole;
  });
}

int measure(const bench::Options& options) {
  const auto orb = CORBA::ORB_init({"-ORBtransport", options.transport});
  const auto target =
      IDL::traits<Bench::PortsTarget>::narrow(orb->string_to_object(options.reference));
  if (!target) throw std::invalid_argument("--reference leads to no Bench::PortsTarget");
  const auto before_ns = bench::now_ns();
  (void)target->port_received();
  bench::print_ready(options.name, bench::now_ns() - before_ns);
  UsesPorts ports(target);
  return bench::answer_commands(
      options.name,
      {{"bare-twoway", [&](const Command& c) { return bare_twoway(target, c); }},
       {"bare-ordered", [&](const Command& c) { return bare_ordered(target, c); }},
       {"port-twoway", [&](const Command& c) { return port_twoway<Push>(ports, c, 1); }},
       {"port-ordered", [&](const Command& c) { return port_ordered<Push>(ports, c, 1); }},
       {"said-twoway",
        [&](const Command& c) { return port_twoway<PushWithMetadata>(ports, c, 1); }},
       {"said-ordered",
        [&](const Command& c) { return port_ordered<PushWithMetadata>(ports, c, 1); }},
       {"fan-twoway",
        [&](const Command& c) { return port_twoway<Push>(ports, c, Bench::most_ports); }},
       {"fan-ordered",
        [&](const Command& c) { return port_ordered<Push>(ports, c, Bench::most_ports); }}});
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  bench::Options options{.name = "orbweaver-ports-bench-client"};
  CLI::App app{
      "Measures packets to orbweaver-ports-bench-server; reads commands from standard "
      "input."};
  bench::add_client_options(app, options, {"auto", "unix", "tcp", "shm"});
  return bench::run_program(app, argc, argv, options, [&] { return measure(options); });
}
