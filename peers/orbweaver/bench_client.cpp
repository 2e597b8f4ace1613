// orbweaver-bench-client: measures calls to a Bench::Target. See peers/CONTRACT.md, "Bench
// programs".
#include "bench_orb.hpp"

#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>

namespace {

using bench::Command;
using bench::Measured;
using bench::Payload;
using Target = CORBA::object_reference<Bench::Target>;

Bench::Octets octets(const Command& command) { return Bench::Octets(command.bytes, 0x5a); }
Bench::Samples samples(const Command& command) {
  return Bench::Samples(command.bytes / sizeof(double), 0.5);
}

Measured twoway(const Target& target, const Command& command) {
  if (command.bytes == 0) return bench::time_calls(command, [&] { target->ping(); });
  if (command.payload == Payload::doubles)
    return bench::time_calls(command, [&, values = samples(command)] { target->push(values); });
  return bench::time_calls(command, [&, bytes = octets(command)] { target->push_octets(bytes); });
}

Measured oneway(const Target& target, const Command& command) {
  const auto received = [&] { return target->received(); };
  (void)received();
  if (command.bytes == 0)
    return bench::time_stream(
        command, [&] { target->post(); }, received);
  if (command.payload == Payload::doubles)
    return bench::time_stream(
        command, [&, values = samples(command)] { target->post_samples(values); }, received);
  return bench::time_stream(
      command, [&, bytes = octets(command)] { target->post_octets(bytes); }, received);
}

// One message at a time: the two-way call behind each returns when the message has been taken. Its
// content lies where the transport needs it and is not written anew, so that what is measured is
// the way and not the caches that a writer has emptied.
Measured delivery(const Target& target, const Command& command) {
  const auto deliver = [&](std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) {
      auto bytes = orbweaver::corba::loan<std::uint8_t>(*target, command.bytes);
      target->deliver(static_cast<std::uint64_t>(bench::now_ns()), std::move(bytes));
      target->ping();
    }
  };
  deliver(command.warm_up);
  (void)target->delivery_ns();
  const auto begin = bench::now_ns();
  deliver(command.calls);
  const auto elapsed = bench::now_ns() - begin;
  const auto times = target->delivery_ns();
  return {
      .calls = times.size(), .elapsed_ns = elapsed, .durations_ns = {times.begin(), times.end()}};
}

// `bytes` of samples: half of them in I, half in Q.
Measured samples_to_port(const Target& target, const Command& command) {
  const auto port = target->samples_port();
  const PortTypes::ShortSequence half(command.bytes / 2 / sizeof(std::int16_t), 1);
  (void)port->taken_ns();
  return bench::time_packets(
      command, [&] { port->pushPacket(half, half); }, [&] { return port->taken_ns(); });
}

Measured packets_to_port(const Target& target, const Command& command) {
  const auto port = target->packets_port();
  const auto payload = octets(command);
  Packet::StreamControlType control(false, 1, 0, false);
  (void)port->taken_ns();
  return bench::time_packets(
      command,
      [&] {
        port->pushPacket(control, payload);
        control.sequenceNumber(static_cast<Packet::SeqNum>(control.sequenceNumber() + 1));
      },
      [&] { return port->taken_ns(); });
}

Target reach(CORBA::ORB& orb, const std::string& reference, bool is_collocated) {
  const auto object =
      is_collocated ? orbweaver::lab::activate_bench_target(orb) : orb.string_to_object(reference);
  auto target = IDL::traits<Bench::Target>::narrow(object);
  if (!target) throw std::invalid_argument("--reference leads to no Bench::Target");
  return target;
}

int measure(const bench::Options& options, const std::string& sync, bool is_collocated) {
  const auto orb = orbweaver::lab::make_bench_orb(options, sync);
  const auto target = reach(*orb, options.reference, is_collocated);
  const auto before_ns = bench::now_ns();
  target->ping();
  bench::print_ready(options.name, bench::now_ns() - before_ns);
  const auto status = bench::answer_commands(
      options.name, {{"twoway", [&](const Command& c) { return twoway(target, c); }},
                     {"oneway", [&](const Command& c) { return oneway(target, c); }},
                     {"delivery", [&](const Command& c) { return delivery(target, c); }},
                     {"samples", [&](const Command& c) { return samples_to_port(target, c); }},
                     {"packet", [&](const Command& c) { return packets_to_port(target, c); }}});
  orb->destroy();
  return status;
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  bench::Options options{.name = "orbweaver-bench-client"};
  std::string sync = "transport";
  bool is_collocated = false;
  CLI::App app{"Measures calls to orbweaver-bench-server; reads commands from standard input."};
  bench::add_client_options(app, options, {"auto", "unix", "tcp", "shm"});
  app.add_option("--sync", sync, "when a one-way call returns")
      ->check(CLI::IsMember({"none", "transport", "server", "target"}))
      ->capture_default_str();
  app.add_flag("--collocated", is_collocated, "call an object of this program, not the server's");
  return bench::run_program(app, argc, argv, options,
                            [&] { return measure(options, sync, is_collocated); });
}
