// SPDX-License-Identifier: Apache-2.0
// raw-bench-client: the limit that ORBs are held against. See README.md.
#include <bench/measure.hpp>
#include <bench/program.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "shared_block.hpp"
#include "sockets.hpp"

namespace {

using bench::Command;
using bench::Measured;
using bench::Turn;
using raw::Hello;
using raw::Purpose;
using raw::Socket;

std::uint64_t all_messages(const Command& command) {
  return command.warm_up + command.calls / command.batch * command.batch;
}

/// The connection to the server, which all commands use: what the server's thread for it does can
/// be counted.
class Session {
 public:
  explicit Session(const std::string& reference) : reference_(reference) {}

  /// Says what comes next and waits until the server is ready for it.
  const Socket& begin(const Hello& hello) {
    if (socket_.descriptor() < 0) socket_ = raw::connect_to(reference_);
    if (hello.request_bytes > raw::kMostWithPauses) socket_.send_without_pauses_to_this_machine();
    socket_.send(&hello, sizeof hello);
    char ready;
    socket_.receive(&ready, 1);
    return socket_;
  }
  [[nodiscard]] const Socket& socket() const noexcept { return socket_; }

 private:
  std::string reference_;
  Socket socket_;
};

enum class Waiting { sleep, spin };

Measured ping_pong(Session& session, const Command& command, Waiting waiting) {
  std::vector<char> request(command.bytes, 0x5a), reply(command.reply_bytes);
  if (request.empty() || reply.empty())
    throw std::invalid_argument(
        "a socket cannot carry a message of 0 bytes; give bytes and reply_bytes");
  const auto& socket = session.begin({.purpose = Purpose::ping_pong,
                                      .request_bytes = command.bytes,
                                      .reply_bytes = command.reply_bytes,
                                      .messages = all_messages(command)});
  return bench::time_calls(command, [&] {
    socket.send(request.data(), request.size());
    if (waiting == Waiting::spin)
      socket.receive_spinning(reply.data(), reply.size());
    else
      socket.receive(reply.data(), reply.size());
  });
}

// Warm-up and measured messages are two streams, each confirmed at its end.
Measured stream(Session& session, const Command& command) {
  if (command.bytes == 0)
    throw std::invalid_argument("a socket cannot carry a message of 0 bytes; give bytes");
  const std::vector<char> message(command.bytes, 0x5a);
  const auto run = [&](std::uint64_t count) {
    const auto& socket = session.begin({.purpose = Purpose::stream,
                                        .request_bytes = command.bytes,
                                        .reply_bytes = 1,
                                        .messages = count});
    const auto received = [&] {
      char byte;
      socket.receive(&byte, 1);
      return count;
    };
    return bench::time_stream(
        {.what = command.what, .calls = count},
        [&] { socket.send(message.data(), message.size()); }, received);
  };
  if (command.warm_up > 0) run(command.warm_up);
  return run(command.calls);
}

Measured shared_ping_pong(Session& session, const Command& command) {
  const auto& socket = session.begin({.purpose = Purpose::shared_ping_pong,
                                      .request_bytes = command.bytes,
                                      .reply_bytes = command.reply_bytes,
                                      .messages = all_messages(command)});
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
                                      .messages = all_messages(command)});
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

// The first exchange on a connection says what is to follow on it; what is second is the first
// ping.
Measured turn(const std::string& reference, Turn turn, const Command& command) {
  std::vector<char> request(command.bytes, 0x5a), reply(command.reply_bytes);
  const Hello hello{.purpose = Purpose::ping_pong,
                    .request_bytes = request.size(),
                    .reply_bytes = reply.size(),
                    .messages = 1};
  return bench::time_turn(command, turn, [&] {
    return [&, session = std::make_shared<Session>(reference), is_open = false]() mutable {
      if (!std::exchange(is_open, true)) return (void)session->begin(hello);
      session->socket().send(request.data(), request.size());
      session->socket().receive(reply.data(), reply.size());
    };
  });
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

bench::Cases cases(const bench::Options& options, Session& to) {
  bench::Cases cases{{"memcpy", copy}};
  if (options.transport == "shm") {
    cases["twoway"] = [&](const Command& c) { return shared_ping_pong(to, c); };
    cases["twoway-futex"] = [&](const Command& c) { return futex_ping_pong(to, c); };
    cases["delivery"] = [&](const Command& c) { return shared_delivery(to, c); };
    return cases;
  }
  cases["twoway"] = [&](const Command& c) { return ping_pong(to, c, Waiting::sleep); };
  cases["twoway-spin"] = [&](const Command& c) { return ping_pong(to, c, Waiting::spin); };
  cases["samples"] = cases["packet"] = [&](const Command& c) { return packets(to, c); };
  cases["first"] = [&](const Command& c) { return turn(options.reference, Turn::first, c); };
  cases["second"] = [&](const Command& c) { return turn(options.reference, Turn::second, c); };
  cases["oneway"] = [&](const Command& c) { return stream(to, c); };
  return cases;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "raw-bench-client"};
  CLI::App app{
      "Measures sockets and shared memory without an ORB; reads commands from standard input."};
  bench::add_client_options(app, options, {"unix", "tcp", "shm"});
  return bench::run_program(app, argc, argv, options, [&] {
    bench::print_ready(options.name, "");
    Session session(options.reference);
    return bench::answer_commands(options.name, cases(options, session));
  });
}
