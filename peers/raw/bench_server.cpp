// SPDX-License-Identifier: Apache-2.0
// raw-bench-server: the other end of raw-bench-client. See README.md.
#include <bench/processing.hpp>
#include <bench/program.hpp>

#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "shared_block.hpp"
#include "sockets.hpp"
#include "tls_socket.hpp"

namespace {

using raw::Hello;
using raw::Socket;
using raw::TlsSocket;

constexpr std::size_t kPiece = 256 << 10;  // of a stream, read at a time

// The client's time begins when everything here is in place.
template <class Connection>
void say_ready(const Connection& connection) {
  connection.send("!", 1);
}

template <class Connection>
void answer_pings(const Connection& socket, const Hello& hello) {
  std::vector<char> request(hello.request_bytes), reply(hello.reply_bytes);
  say_ready(socket);
  for (std::uint64_t n = 0; n < hello.messages; ++n) {
    socket.receive(request.data(), request.size());
    socket.send(reply.data(), reply.size());
  }
}

template <class Connection>
void swallow_stream(const Connection& socket, const Hello& hello) {
  std::vector<char> piece(kPiece);
  say_ready(socket);
  for (auto left = hello.messages * hello.request_bytes; left > 0;) {
    const auto got = socket.receive_some(piece.data(), piece.size());
    if (got == 0) return;
    left -= got;
  }
  socket.send("", 1);
}

void answer_shared_pings(const Socket& socket, const Hello& hello) {
  const raw::SharedBlock shared(hello.request_bytes, hello.reply_bytes);
  say_ready(socket);
  socket.send_descriptor(shared.descriptor());
  std::vector<std::byte> request(hello.request_bytes), reply(hello.reply_bytes);
  for (std::uint64_t n = 1; n <= hello.messages; ++n) {
    raw::spin_until(shared.requests(), n, socket);
    std::memcpy(request.data(), shared.request(), request.size());
    std::memcpy(shared.reply(), reply.data(), reply.size());
    // release: pairs with the acquire in spin_until of the client.
    shared.replies().store(n, std::memory_order_release);
  }
}

void answer_futex_pings(const Socket& socket, const Hello& hello) {
  const raw::SharedBlock shared(hello.request_bytes, hello.reply_bytes);
  say_ready(socket);
  socket.send_descriptor(shared.descriptor());
  std::vector<std::byte> request(hello.request_bytes), reply(hello.reply_bytes);
  for (std::uint64_t n = 0; n < hello.messages; ++n) {
    const auto turn = static_cast<std::uint32_t>(n);
    raw::sleep_while(shared.server_word(), turn, socket);
    std::memcpy(request.data(), shared.request(), request.size());
    std::memcpy(shared.reply(), reply.data(), reply.size());
    raw::wake(shared.client_word(), turn + 1);
  }
}

// The message stays where it is: nothing but its first eight bytes, when it was sent, is read.
void take_deliveries(const Socket& socket, const Hello& hello) {
  const raw::SharedBlock shared(hello.request_bytes, 0);
  say_ready(socket);
  socket.send_descriptor(shared.descriptor());
  std::vector<std::int64_t> durations(hello.messages);
  for (std::uint64_t n = 1; n <= hello.messages; ++n) {
    raw::spin_until(shared.requests(), n, socket);
    std::int64_t sent_ns;
    std::memcpy(&sent_ns, shared.request(), sizeof sent_ns);
    durations[n - 1] = bench::now_ns() - sent_ns;
    // release: pairs with the acquire in spin_until of the client.
    shared.replies().store(n, std::memory_order_release);
  }
  socket.send(durations.data(), durations.size() * sizeof durations[0]);
}

// A port without an ORB: each packet is answered with one byte when it lies in the queue.
void take_packets(const Socket& socket, const Hello& hello) {
  bench::Processing<std::vector<char>> processing;
  std::vector<char> packet;
  say_ready(socket);
  for (std::uint64_t n = 0; n < hello.messages; ++n) {
    packet.resize(hello.request_bytes);
    socket.receive(packet.data(), packet.size());
    processing.push([&](auto& place) { std::swap(place, packet); });
    socket.send("!", 1);
  }
  const auto times = processing.taken_ns();
  const std::uint64_t reported = times.size();
  socket.send(&reported, sizeof reported);
  socket.send(times.data(), times.size() * sizeof times[0]);
}

void serve(const Socket& socket, const Hello& hello) {
  if (hello.reply_bytes > raw::kMostWithPauses) socket.send_without_pauses_to_this_machine();
  switch (hello.purpose) {
    case raw::Purpose::ping_pong:
      return answer_pings(socket, hello);
    case raw::Purpose::stream:
      return swallow_stream(socket, hello);
    case raw::Purpose::shared_ping_pong:
      return answer_shared_pings(socket, hello);
    case raw::Purpose::futex_ping_pong:
      return answer_futex_pings(socket, hello);
    case raw::Purpose::shared_delivery:
      return take_deliveries(socket, hello);
    case raw::Purpose::packets:
      return take_packets(socket, hello);
    case raw::Purpose::idle:
      return say_ready(socket);
  }
}

void serve(const TlsSocket& socket, const Hello& hello) {
  if (hello.reply_bytes > raw::kMostWithPauses) socket.send_without_pauses_to_this_machine();
  switch (hello.purpose) {
    case raw::Purpose::ping_pong:
      return answer_pings(socket, hello);
    case raw::Purpose::stream:
      socket.read_much_at_once();
      return swallow_stream(socket, hello);
    case raw::Purpose::idle:
      say_ready(socket);
      return socket.rest();
    default:
      throw std::invalid_argument("not over TLS");
  }
}

template <class Connection>
void serve_until_closed(const Connection& connection) {
  for (Hello hello;;) {
    connection.receive(&hello, sizeof hello);
    serve(connection, hello);
  }
}

/// `encryption`: none for plain sockets.
void serve_one(Socket socket, SSL_CTX* encryption) {
  try {
    if (encryption == nullptr) return serve_until_closed(socket);
    serve_until_closed(TlsSocket(std::move(socket), *encryption, raw::TlsRole::server));
  } catch (const std::exception&) {
    // The client left: its part of the line is to say so.
  }
}

void accept_for_ever(const Socket& listener, SSL_CTX* encryption) {
  while (true) std::thread(serve_one, raw::accept_from(listener), encryption).detach();
}

raw::TlsContext encryption_of(const bench::Options& options) {
  if (options.transport != "tls") return nullptr;
  return raw::make_tls_context(raw::TlsRole::server, options.certificates);
}

raw::Listener listen(const bench::Options& options) {
  if (!options.endpoint.empty()) return raw::listen_on(options.endpoint);
  return raw::listen_on(options.transport == "tls" ? "tcp" : options.transport);
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options{.name = "raw-bench-server"};
  CLI::App app{"The other end of raw-bench-client: sockets, TLS and shared memory, no ORB."};
  bench::add_server_options(app, options, {"unix", "tcp", "tls", "shm"});
  bench::add_endpoint_option(app, options);
  bench::add_certificates_option(app, options);
  return bench::run_program(app, argc, argv, options, [&] {
    bench::hold_signals();
    const auto encryption = encryption_of(options);
    const auto listener = listen(options);
    std::thread(accept_for_ever, std::cref(listener.socket), encryption.get()).detach();
    bench::print_ready(options.name, listener.address);
    bench::wait_for_end();
    std::_Exit(0);  // connections may spin; there is nothing to finish
    return 0;
  });
}
