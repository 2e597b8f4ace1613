// omniorb-bench-client: measures calls to a Bench::Target. See peers/CONTRACT.md, "Bench programs".
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bench.hh"
#include "orb_options.hpp"

namespace {

using bench::Command;
using bench::Measured;
using bench::Payload;

template <class Sequence>
Sequence filled(std::size_t bytes, int value) {
  Sequence sequence;
  sequence.length(static_cast<CORBA::ULong>(bytes / sizeof sequence[0]));
  for (CORBA::ULong n = 0; n < sequence.length(); ++n) sequence[n] = value;
  return sequence;
}

Bench::Octets octets(const Command& command) { return filled<Bench::Octets>(command.bytes, 0x5a); }
Bench::Samples samples(const Command& command) { return filled<Bench::Samples>(command.bytes, 1); }

Measured twoway(Bench::Target_ptr target, const Command& command) {
  if (command.bytes == 0) return bench::time_calls(command, [&] { target->ping(); });
  if (command.payload == Payload::doubles)
    return bench::time_calls(command, [&, values = samples(command)] { target->push(values); });
  return bench::time_calls(command, [&, bytes = octets(command)] { target->push_octets(bytes); });
}

Measured oneway(Bench::Target_ptr target, const Command& command) {
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

// All `count` of them: omniORB may answer a call before a one-way call that came ahead of it has
// run.
std::vector<std::int64_t> delivery_times(Bench::Target_ptr target, std::uint64_t count) {
  std::vector<std::int64_t> all;
  for (const auto limit = bench::now_ns() + 10'000'000'000; all.size() < count;) {
    Bench::Times_var some = target->delivery_ns();
    for (CORBA::ULong n = 0; n < some->length(); ++n)
      all.push_back(static_cast<std::int64_t>(some[n]));
    if (bench::now_ns() > limit) throw std::runtime_error("one-way messages did not arrive");
  }
  return all;
}

// One message at a time: the two-way call behind each returns when the message has been taken.
Measured delivery(Bench::Target_ptr target, const Command& command) {
  const auto bytes = octets(command);
  const auto deliver = [&](std::uint64_t count) {
    for (std::uint64_t n = 0; n < count; ++n) {
      target->deliver(static_cast<CORBA::ULongLong>(bench::now_ns()), bytes);
      target->ping();
    }
  };
  deliver(command.warm_up);
  (void)delivery_times(target, command.warm_up);
  const auto begin = bench::now_ns();
  deliver(command.calls);
  Measured measured{.elapsed_ns = bench::now_ns() - begin};
  measured.durations_ns = delivery_times(target, command.calls);
  measured.calls = measured.durations_ns.size();
  return measured;
}

template <class Port>
std::vector<std::int64_t> taken_ns(Port* port) {
  Bench::Times_var times = port->taken_ns();
  std::vector<std::int64_t> values(times->length());
  for (CORBA::ULong n = 0; n < times->length(); ++n)
    values[n] = static_cast<std::int64_t>(times[n]);
  return values;
}

// `bytes` of samples: half of them in I, half in Q.
Measured samples_to_port(Bench::Target_ptr target, const Command& command) {
  const Bench::SamplesPort_var port = target->samples_port();
  const auto half = filled<PortTypes::ShortSequence>(command.bytes / 2, 1);
  (void)taken_ns(port.in());
  return bench::time_packets(
      command, [&] { port->pushPacket(half, half); }, [&] { return taken_ns(port.in()); });
}

Measured packets_to_port(Bench::Target_ptr target, const Command& command) {
  const Bench::PacketsPort_var port = target->packets_port();
  const auto payload = filled<JTRS::OctetSequence>(command.bytes, 0x5a);
  Packet::StreamControlType control{false, 1, 0, false};
  (void)taken_ns(port.in());
  return bench::time_packets(
      command,
      [&] {
        port->pushPacket(control, payload);
        ++control.sequenceNumber;
      },
      [&] { return taken_ns(port.in()); });
}

using Case = Measured (*)(Bench::Target_ptr, const Command&);

/// omniORB's exceptions are none of the standard library's.
Measured guarded(Case run, Bench::Target_ptr target, const Command& command) {
  try {
    return run(target, command);
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error(peer::describe(failure));
  }
}

Bench::Target_ptr reach(CORBA::ORB_ptr orb, const std::string& reference) {
  try {
    const CORBA::Object_var object = orb->string_to_object(reference.c_str());
    Bench::Target_ptr target = Bench::Target::_narrow(object);
    if (CORBA::is_nil(target)) throw std::invalid_argument("--reference leads to no Bench::Target");
    return target;
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error(peer::describe(failure));
  }
}

std::int64_t first_call_ns(Bench::Target_ptr target) {
  try {
    const auto before_ns = bench::now_ns();
    target->ping();
    return bench::now_ns() - before_ns;
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error(peer::describe(failure));
  }
}

int measure(const bench::Options& options) {
  const CORBA::ORB_var orb = peer::make_orb(
      {.client_transports = options.transport == "auto" ? "unix,tcp" : options.transport,
       .max_message_size = 64 << 20});
  const Bench::Target_var target = reach(orb, options.reference);
  bench::print_ready(options.name, first_call_ns(target));
  const auto status = bench::answer_commands(
      options.name,
      {{"twoway", [&](const Command& c) { return guarded(twoway, target, c); }},
       {"oneway", [&](const Command& c) { return guarded(oneway, target, c); }},
       {"delivery", [&](const Command& c) { return guarded(delivery, target, c); }},
       {"samples", [&](const Command& c) { return guarded(samples_to_port, target, c); }},
       {"packet", [&](const Command& c) { return guarded(packets_to_port, target, c); }}});
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "omniorb-bench-client"};
  CLI::App app{"Measures calls to omniorb-bench-server; reads commands from standard input."};
  bench::add_client_options(app, options, {"auto", "unix", "tcp"});
  return bench::run_program(app, argc, argv, options, [&] { return measure(options); });
}
