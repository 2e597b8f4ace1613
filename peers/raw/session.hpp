// SPDX-License-Identifier: Apache-2.0
// What the client does over a plain socket and over an encrypted one alike.
#pragma once
#include <bench/measure.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sockets.hpp"

namespace raw {

/// The connection to the server, which all commands use: what the server's thread for it does can
/// be counted. `Connection` sends and receives as a Socket does.
template <class Connection>
class Session {
 public:
  using Open = std::function<Connection()>;
  explicit Session(Open open) : open_(std::move(open)) {}

  /// Says what comes next and waits until the server is ready for it.
  const Connection& begin(const Hello& hello) {
    if (!connection_) connection_.emplace(open_());
    if (hello.request_bytes > kMostWithPauses) connection_->send_without_pauses_to_this_machine();
    connection_->send(&hello, sizeof hello);
    char ready;
    connection_->receive(&ready, 1);
    return *connection_;
  }
  [[nodiscard]] const Connection& connection() const noexcept { return *connection_; }
  /// To the same server.
  [[nodiscard]] Session another() const { return Session(open_); }

 private:
  Open open_;
  std::optional<Connection> connection_;
};

inline std::uint64_t all_messages(const bench::Command& command) {
  return command.warm_up + command.calls / command.batch * command.batch;
}

/// `receive(connection, space, size)` waits for a reply.
template <class Connection, class Receive>
bench::Measured ping_pong(Session<Connection>& session, const bench::Command& command,
                          Receive receive) {
  std::vector<char> request(command.bytes, 0x5a), reply(command.reply_bytes);
  if (request.empty() || reply.empty())
    throw std::invalid_argument(
        "a socket cannot carry a message of 0 bytes; give bytes and reply_bytes");
  const auto& connection = session.begin({.purpose = Purpose::ping_pong,
                                          .request_bytes = command.bytes,
                                          .reply_bytes = command.reply_bytes,
                                          .messages = all_messages(command)});
  return bench::time_calls(command, [&] {
    connection.send(request.data(), request.size());
    receive(connection, reply.data(), reply.size());
  });
}

/// Warm-up and measured messages are two streams, each confirmed at its end.
template <class Connection>
bench::Measured stream(Session<Connection>& session, const bench::Command& command) {
  if (command.bytes == 0)
    throw std::invalid_argument("a socket cannot carry a message of 0 bytes; give bytes");
  const std::vector<char> message(command.bytes, 0x5a);
  const auto run = [&](std::uint64_t count) {
    const auto& connection = session.begin({.purpose = Purpose::stream,
                                            .request_bytes = command.bytes,
                                            .reply_bytes = 1,
                                            .messages = count});
    const auto received = [&] {
      char byte;
      connection.receive(&byte, 1);
      return count;
    };
    return bench::time_stream(
        {.what = command.what, .calls = count},
        [&] { connection.send(message.data(), message.size()); }, received);
  };
  if (command.warm_up > 0) run(command.warm_up);
  return run(command.calls);
}

/// The first exchange on a connection says what is to follow on it; what is second is the first
/// ping.
template <class Connection>
bench::Measured turn(const Session<Connection>& to, bench::Turn turn,
                     const bench::Command& command) {
  std::vector<char> request(command.bytes, 0x5a), reply(command.reply_bytes);
  const Hello hello{.purpose = Purpose::ping_pong,
                    .request_bytes = request.size(),
                    .reply_bytes = reply.size(),
                    .messages = 1};
  return bench::time_turn(command, turn, [&] {
    return [&, session = std::make_shared<Session<Connection>>(to.another()),
            is_open = false]() mutable {
      if (!std::exchange(is_open, true)) return (void)session->begin(hello);
      session->connection().send(request.data(), request.size());
      session->connection().receive(reply.data(), reply.size());
    };
  });
}

/// Connections that stay until the program ends.
template <class Connection>
class IdleConnections {
 public:
  bench::Measured add(const Session<Connection>& to, const bench::Command& command) {
    return bench::open_and_keep(command, [&] {
      open_.push_back(to.another());
      open_.back().begin(
          {.purpose = Purpose::idle, .request_bytes = 0, .reply_bytes = 0, .messages = 0});
    });
  }

 private:
  std::vector<Session<Connection>> open_;
};

}  // namespace raw
