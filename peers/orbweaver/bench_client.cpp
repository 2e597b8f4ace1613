// SPDX-License-Identifier: Apache-2.0
// orbweaver-bench-client: measures calls to a Bench::Target. See peers/CONTRACT.md, "Bench
// programs".
#include "bench_calls.hpp"
#include "bench_orb.hpp"

#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

using bench::Command;
using bench::Measured;
using bench::Payload;
using Target = orbweaver::lab::BenchReference;

Bench::Octets octets(const Command& command) { return Bench::Octets(command.bytes, 0x5a); }
Bench::Samples samples(const Command& command) {
  return Bench::Samples(command.bytes / sizeof(double), 0.5);
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

// The payload lies where the transport needs it, as that of `delivery`.
Measured loaned(const Target& target, const Command& command) {
  const auto received = [&] { return target->received(); };
  (void)received();
  return bench::time_stream(
      command,
      [&] { target->post_octets(orbweaver::corba::loan<std::uint8_t>(*target, command.bytes)); },
      received);
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

struct Choices {
  bench::Options options;
  std::string sync = "transport";
  bool is_collocated = false;
  bool is_marshalled = false;
};

/// An ORB and the target as it knows it. Nothing was called yet, so nothing is connected.
class Session {
 public:
  explicit Session(const Choices& choices)
      : orb_(orbweaver::lab::make_bench_orb(choices.options, choices.sync,
                                            choices.is_marshalled ? "off" : "")) {
    const auto object = choices.is_collocated ? orbweaver::lab::activate_bench_target(*orb_)
                                              : orb_->string_to_object(choices.options.reference);
    target_ = IDL::traits<Bench::Target>::narrow(object);
    if (!target_) throw std::invalid_argument("--reference leads to no Bench::Target");
  }
  ~Session() { orb_->destroy(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Target& target() const noexcept { return target_; }

 private:
  std::shared_ptr<CORBA::ORB> orb_;
  Target target_;
};

// Each connection with an ORB of its own, which knows no other.
Measured turn(const Choices& choices, bench::Turn turn, const Command& command) {
  return bench::time_turn(command, turn, [&] {
    return [session = std::make_shared<Session>(choices)] { session->target()->ping(); };
  });
}

/// Connections that stay until the program ends, each of an ORB of its own.
class IdleConnections {
 public:
  explicit IdleConnections(const Choices& choices) : choices_(choices) {}

  Measured add(const Command& command) {
    return bench::open_and_keep(command, [&] {
      open_.push_back(std::make_unique<Session>(choices_));
      open_.back()->target()->ping();
    });
  }

 private:
  const Choices& choices_;
  std::vector<std::unique_ptr<Session>> open_;
};

int measure(const Choices& choices) {
  const Session session(choices);
  IdleConnections idle(choices);
  const auto& target = session.target();
  const auto before_ns = bench::now_ns();
  target->ping();
  bench::print_ready(choices.options.name, bench::now_ns() - before_ns);
  return bench::answer_commands(
      choices.options.name,
      {{"twoway", [&](const Command& c) { return orbweaver::lab::time_twoway(target, c); }},
       {"together",
        [&](const Command& c) { return bench::time_together(c, [&] { target->ping(); }); }},
       {"oneway", [&](const Command& c) { return oneway(target, c); }},
       {"loaned", [&](const Command& c) { return loaned(target, c); }},
       {"delivery", [&](const Command& c) { return delivery(target, c); }},
       {"samples", [&](const Command& c) { return samples_to_port(target, c); }},
       {"packet", [&](const Command& c) { return packets_to_port(target, c); }},
       {"first", [&](const Command& c) { return turn(choices, bench::Turn::first, c); }},
       {"idle", [&](const Command& c) { return idle.add(c); }},
       {"second", [&](const Command& c) { return turn(choices, bench::Turn::second, c); }}});
}

}  // namespace

// CLI11 throws where options clash, which the first start would show.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
  Choices choices{.options = {.name = "orbweaver-bench-client"}};
  CLI::App app{"Measures calls to orbweaver-bench-server; reads commands from standard input."};
  bench::add_client_options(app, choices.options, {"auto", "unix", "tcp", "tls", "shm"});
  bench::add_certificates_option(app, choices.options);
  bench::add_waiting_option(app, choices.options);
  app.add_option("--sync", choices.sync, "when a one-way call returns")
      ->check(CLI::IsMember({"none", "transport", "server", "target"}))
      ->capture_default_str();
  app.add_flag("--collocated", choices.is_collocated,
               "call an object of this program, not the server's");
  app.add_flag("--marshal", choices.is_marshalled,
               "with --collocated: through the ORB and --transport all the same")
      ->needs("--collocated");
  return bench::run_program(app, argc, argv, choices.options, [&] { return measure(choices); });
}
