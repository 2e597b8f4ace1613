// SPDX-License-Identifier: Apache-2.0
// zeromq-bench-client: measures REQ/REP and PUSH/PULL of libzmq. See README.md.
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <memory>
#include <utility>

#include "zmq_socket.hpp"

namespace {

using bench::Command;
using bench::Measured;
using peer::ZmqContext;
using peer::ZmqSocket;

std::uint64_t received(ZmqSocket& calls) {
  std::uint64_t count = 0;
  calls.send("r", 1);
  calls.receive(&count, sizeof count);
  return count;
}

Measured twoway(ZmqSocket& calls, const Command& command) {
  const std::vector<char> request(command.bytes, 0x5a);
  return bench::time_calls(command, [&] {
    calls.send(request.data(), request.size());
    calls.receive(nullptr, 0);
  });
}

Measured oneway(ZmqSocket& calls, ZmqSocket& stream, const Command& command) {
  const std::vector<char> message(command.bytes, 0x5a);
  (void)received(calls);
  return bench::time_stream(
      command, [&] { stream.send(message.data(), message.size()); },
      [&] { return received(calls); });
}

Measured turn(const ZmqContext& context, const std::string& address, bench::Turn turn,
              const Command& command) {
  const std::vector<char> request(command.bytes, 0x5a);
  return bench::time_turn(command, turn, [&] {
    return [&, calls = std::make_shared<ZmqSocket>(context, ZMQ_REQ), is_open = false]() mutable {
      if (!std::exchange(is_open, true)) calls->connect(address);
      calls->send(request.data(), request.size());
      calls->receive(nullptr, 0);
    };
  });
}

int measure(const bench::Options& options) {
  const auto space = options.reference.find(' ');
  if (space == std::string::npos)
    throw std::invalid_argument("--reference takes two addresses with a space between them");
  const auto address = options.reference.substr(0, space);
  const ZmqContext context;
  ZmqSocket calls(context, ZMQ_REQ), stream(context, ZMQ_PUSH);
  calls.connect(address);
  stream.connect(options.reference.substr(space + 1));
  (void)received(calls);
  bench::print_ready(options.name, "");
  return bench::answer_commands(
      options.name,
      {{"twoway", [&](const Command& c) { return twoway(calls, c); }},
       {"oneway", [&](const Command& c) { return oneway(calls, stream, c); }},
       {"first", [&](const Command& c) { return turn(context, address, bench::Turn::first, c); }},
       {"second",
        [&](const Command& c) { return turn(context, address, bench::Turn::second, c); }}});
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "zeromq-bench-client"};
  CLI::App app{"Measures libzmq; reads commands from standard input."};
  bench::add_client_options(app, options, {"ipc", "unix", "tcp"});
  return bench::run_program(app, argc, argv, options, [&] { return measure(options); });
}
