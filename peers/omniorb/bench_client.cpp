// SPDX-License-Identifier: Apache-2.0
// <peer>-bench-client: measures calls to a Bench::Target. See peers/CONTRACT.md, "Bench programs".
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bench_calls.hpp"
#include "bench_session.hpp"
#include "offers.hpp"
#include "orb_options.hpp"

namespace {

using bench::Command;
using bench::Measured;
using bench::Payload;
using peer::BenchSession;

template <class Sequence>
Sequence filled(std::size_t bytes, int value) {
  Sequence sequence;
  sequence.length(static_cast<CORBA::ULong>(bytes / sizeof sequence[0]));
  for (CORBA::ULong n = 0; n < sequence.length(); ++n) sequence[n] = value;
  return sequence;
}

Bench::Octets octets(const Command& command) { return filled<Bench::Octets>(command.bytes, 0x5a); }
Bench::Samples samples(const Command& command) { return filled<Bench::Samples>(command.bytes, 1); }

Measured together(const BenchSession& session, const Command& command) {
  const auto target = session.target();
  return bench::time_together(command, [&] { target->ping(); });
}

Measured oneway(const BenchSession& session, const Command& command) {
  const auto target = session.target();
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

// All `count` of them: an ORB may answer a call before a one-way call that came ahead of it has
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
Measured delivery(const BenchSession& session, const Command& command) {
  const auto target = session.target();
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
Measured samples_to_port(const BenchSession& session, const Command& command) {
  const Bench::SamplesPort_var named = session.target()->samples_port();
  const Bench::SamplesPort_var port =
      Bench::SamplesPort::_unchecked_narrow(session.reach(named.in()));
  const auto half = filled<PortTypes::ShortSequence>(command.bytes / 2, 1);
  (void)taken_ns(port.in());
  return bench::time_packets(
      command, [&] { port->pushPacket(half, half); }, [&] { return taken_ns(port.in()); });
}

Measured packets_to_port(const BenchSession& session, const Command& command) {
  const Bench::PacketsPort_var named = session.target()->packets_port();
  const Bench::PacketsPort_var port =
      Bench::PacketsPort::_unchecked_narrow(session.reach(named.in()));
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

using Case = Measured (*)(const BenchSession&, const Command&);

/// CORBA's exceptions are none of the standard library's.
Measured guarded(Case run, const BenchSession& session, const Command& command) {
  try {
    return run(session, command);
  } catch (const CORBA::SystemException& failure) {
    throw std::runtime_error(peer::describe(failure));
  }
}

struct Choices {
  bench::Options options;
  bool is_collocated = false;
  bool is_marshalled = false;

  [[nodiscard]] peer::Place place() const {
    return is_collocated ? peer::Place::collocated : peer::Place::server;
  }
};

/// Calls the target, over a connection of its own each time it is renewed.
class Client {
 public:
  explicit Client(const Choices& choices) : choices_(choices) { renew(); }

  void renew() {
    mirror_ = Mirror::Target::_nil();
    session_.reset();  // before the next: there is one ORB in a process
    session_.emplace(choices_.options, choices_.place());
    mirror_ = Mirror::Target::_unchecked_narrow(session_->target());
  }
  void ping() const {
    try {
      if (choices_.is_marshalled) return mirror()->ping();
      session_->target()->ping();
    } catch (const CORBA::SystemException& failure) {
      throw std::runtime_error(peer::describe(failure));
    }
  }
  Measured run(Case what, const Command& command) const {
    return guarded(what, *session_, command);
  }
  Measured twoway(const Command& command) const {
    try {
      if (choices_.is_marshalled) return peer::time_twoway<peer::MirrorIdl>(mirror(), command);
      return peer::time_twoway<peer::BenchIdl>(session_->target(), command);
    } catch (const CORBA::SystemException& failure) {
      throw std::runtime_error(peer::describe(failure));
    }
  }
  Measured turn(bench::Turn turn, const Command& command) {
    return bench::time_turn(command, turn, [this] {
      renew();
      return [this] { ping(); };
    });
  }

 private:
  [[nodiscard]] Mirror::Target_ptr mirror() const { return mirror_; }

  const Choices& choices_;
  std::optional<BenchSession> session_;
  Mirror::Target_var mirror_;
};

int measure(const Choices& choices) {
  Client client(choices);
  const auto before_ns = bench::now_ns();
  client.ping();
  bench::print_ready(choices.options.name, bench::now_ns() - before_ns);
  return bench::answer_commands(
      choices.options.name,
      {{"twoway", [&](const Command& c) { return client.twoway(c); }},
       {"together", [&](const Command& c) { return client.run(together, c); }},
       {"oneway", [&](const Command& c) { return client.run(oneway, c); }},
       {"delivery", [&](const Command& c) { return client.run(delivery, c); }},
       {"samples", [&](const Command& c) { return client.run(samples_to_port, c); }},
       {"packet", [&](const Command& c) { return client.run(packets_to_port, c); }},
       {"first", [&](const Command& c) { return client.turn(bench::Turn::first, c); }},
       {"second", [&](const Command& c) { return client.turn(bench::Turn::second, c); }}});
}

}  // namespace

int main(int argc, char** argv) {
  Choices choices{.options = {.name = PEER_NAME "-bench-client"}};
  CLI::App app{"Measures calls to " PEER_NAME "-bench-server; reads commands from standard input."};
  bench::add_client_options(app, choices.options, peer::kBenchTransports);
  bench::add_certificates_option(app, choices.options);
  app.add_flag("--collocated", choices.is_collocated,
               "call an object of this program, not the server's");
  app.add_flag("--marshal", choices.is_marshalled,
               "with --collocated: encode and decode the arguments all the same")
      ->needs("--collocated")
      ->check([](const std::string&) { return std::string(peer::kWhyNoMarshal); });
  return bench::run_program(app, argc, argv, choices.options, [&] { return measure(choices); });
}
