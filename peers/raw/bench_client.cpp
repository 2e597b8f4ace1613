// SPDX-License-Identifier: Apache-2.0
// raw-bench-client: the limit that ORBs are held against. See README.md.
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "session.hpp"
#include "shared_block.hpp"
#include "sockets.hpp"
#include "tls_socket.hpp"

namespace {

using bench::Command;
using bench::Measured;
using bench::Turn;
using raw::Hello;
using raw::Purpose;
using raw::Socket;
using raw::TlsSocket;
using Session = raw::Session<Socket>;

constexpr auto kReceive = [](const auto& connection, void* space, std::size_t size) {
  connection.receive(space, size);
};
constexpr auto kReceiveSpinning = [](const Socket& socket, void* space, std::size_t size) {
  socket.receive_spinning(space, size);
};

Measured shared_ping_pong(Session& session, const Command& command) {
  const auto& socket = session.begin({.purpose = Purpose::shared_ping_pong,
                                      .request_bytes = command.bytes,
                                      .reply_bytes = command.reply_bytes,
                                      .messages = raw::all_messages(command)});
  const raw::SharedBlock shared(socket.receive_descriptor(), command.bytes, command.reply_bytes);
  std::vector<std::byte> request(command.bytes), reply(command.reply_bytes);
  std::uint64_t turn = 0;
  return bench::time_calls(command, [&] {
    std::memcpy(shared.request(), request.data(), request.size());
    // release: pairs with the acquire in spin_until of the server.
    shared.requests().store(++turn, std::memory_order_release);
    raw::spin_until(shared.replies(), turn, socket);
    std::memcpy(reply.data(), shared.reply(), reply.size());
  });
}

// Each side sleeps until the other one has written.
Measured futex_ping_pong(Session& session, const Command& command) {
  const auto& socket = session.begin({.purpose = Purpose::futex_ping_pong,
                                      .request_bytes = command.bytes,
                                      .reply_bytes = command.reply_bytes,
                                      .messages = raw::all_messages(command)});
  const raw::SharedBlock shared(socket.receive_descriptor(), command.bytes, command.reply_bytes);
  std::vector<std::byte> request(command.bytes), reply(command.reply_bytes);
  std::uint32_t turn = 0;
  return bench::time_calls(command, [&] {
    std::memcpy(shared.request(), request.data(), request.size());
    raw::wake(shared.server_word(), turn + 1);
    raw::sleep_while(shared.client_word(), turn++, socket);
    std::memcpy(reply.data(), shared.reply(), reply.size());
  });
}

Measured shared_delivery(Session& session, const Command& command) {
  const auto count = command.warm_up + command.calls;
  const auto bytes = std::max(command.bytes, sizeof(std::int64_t));
  const auto& socket = session.begin({.purpose = Purpose::shared_delivery,
                                      .request_bytes = bytes,
                                      .reply_bytes = 0,
                                      .messages = count});
  const raw::SharedBlock shared(socket.receive_descriptor(), bytes, 0);
  const auto begin = bench::now_ns();
  for (std::uint64_t n = 1; n <= count; ++n) {
    const auto sent_ns = bench::now_ns();
    std::memcpy(shared.request(), &sent_ns, sizeof sent_ns);
    // release: pairs with the acquire in spin_until of the server.
    shared.requests().store(n, std::memory_order_release);
    raw::spin_until(shared.replies(), n, socket);
  }
  Measured measured{.calls = command.calls, .elapsed_ns = bench::now_ns() - begin};
  measured.durations_ns.resize(count);
  socket.receive(measured.durations_ns.data(), count * sizeof(std::int64_t));
  measured.durations_ns.erase(measured.durations_ns.begin(),
                              measured.durations_ns.begin() + static_cast<long>(command.warm_up));
  return measured;
}

// Each packet is answered with one byte; when the processing thread took them is reported at the
// end.
Measured packets(Session& session, const Command& command) {
  if (command.bytes == 0)
    throw std::invalid_argument("a socket cannot carry a packet of 0 bytes; give bytes");
  const std::vector<char> packet(command.bytes, 0x5a);
  const auto count = command.warm_up + command.calls;
  const auto& socket = session.begin({.purpose = Purpose::packets,
                                      .request_bytes = command.bytes,
                                      .reply_bytes = 1,
                                      .messages = count});
  const auto push = [&] {
    char answer;
    socket.send(packet.data(), packet.size());
    socket.receive(&answer, 1);
  };
  const auto taken_ns = [&] {
    std::uint64_t reported = 0;
    socket.receive(&reported, sizeof reported);
    std::vector<std::int64_t> times(std::min(reported, count));
    socket.receive(times.data(), times.size() * sizeof times[0]);
    return times;
  };
  return bench::time_packets(command, push, taken_ns);
}

Measured copy(const Command& command) {
  const std::vector<char> from(command.bytes, 0x5a);
  std::vector<char> to(command.bytes);
  return bench::time_calls(command, [&] {
    std::memcpy(to.data(), from.data(), from.size());
    // As if the copy were read here, so that the compiler does not leave it out.
    asm volatile("" : : "r"(to.data()) : "memory");
  });
}

/// Those of both kinds of connections.
template <class Connection>
bench::Cases message_cases(raw::Session<Connection>& to) {
  return {{"twoway", [&](const Command& c) { return raw::ping_pong(to, c, kReceive); }},
          {"first", [&](const Command& c) { return raw::turn(to, Turn::first, c); }},
          {"second", [&](const Command& c) { return raw::turn(to, Turn::second, c); }},
          {"oneway", [&](const Command& c) { return raw::stream(to, c); }},
          {"idle", [&to, idle = std::make_shared<raw::IdleConnections<Connection>>()](
                       const Command& c) { return idle->add(to, c); }}};
}

bench::Cases plain_cases(const bench::Options& options, Session& to) {
  if (options.transport == "shm")
    return {{"memcpy", copy},
            {"twoway", [&](const Command& c) { return shared_ping_pong(to, c); }},
            {"twoway-futex", [&](const Command& c) { return futex_ping_pong(to, c); }},
            {"delivery", [&](const Command& c) { return shared_delivery(to, c); }}};
  auto cases = message_cases(to);
  cases["memcpy"] = copy;
  cases["twoway-spin"] = [&](const Command& c) { return raw::ping_pong(to, c, kReceiveSpinning); };
  cases["samples"] = cases["packet"] = [&](const Command& c) { return packets(to, c); };
  return cases;
}

int measure(const bench::Options& options) {
  Session session([&] { return raw::connect_to(options.reference); });
  return bench::answer_commands(options.name, plain_cases(options, session));
}

int measure_encrypted(const bench::Options& options) {
  const auto context = raw::make_tls_context(raw::TlsRole::client, options.certificates);
  raw::Session<TlsSocket> session([&] {
    return TlsSocket(raw::connect_to(options.reference), *context, raw::TlsRole::client);
  });
  return bench::answer_commands(options.name, message_cases(session));
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "raw-bench-client"};
  CLI::App app{
      "Measures sockets, TLS and shared memory without an ORB; reads commands from standard "
      "input."};
  bench::add_client_options(app, options, {"unix", "tcp", "tls", "shm"});
  bench::add_certificates_option(app, options);
  return bench::run_program(app, argc, argv, options, [&] {
    bench::print_ready(options.name, "");
    return options.transport == "tls" ? measure_encrypted(options) : measure(options);
  });
}
