// SPDX-License-Identifier: Apache-2.0
// Peers that speak GIOP by hand, rightly or wrongly, as a test wants it.
#pragma once
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/reply.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/giop/request_id.hpp>
#include <orbweaver/transport/connection.hpp>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "giop_rule.hpp"

namespace orbweaver::orb_test {

/// A connection on which whole messages come and go. Its functions throw if the other side is gone.
class RawPeer {
 public:
  explicit RawPeer(std::unique_ptr<transport::Connection> connection)
      : connection_(std::move(connection)) {}

  /// To the first address of a reference.
  static RawPeer to(const std::string& reference) {
    const auto ior = giop::parse_reference(reference);
    const auto profile = giop::read_iiop_profile(ior->profiles.at(0));
    return to(transport::TcpAddress{profile->host, profile->port});
  }
  static RawPeer to(const transport::Address& address) {
    auto connection = transport::connect(address, giop_rule(), Deadline::never());
    if (!connection) throw std::runtime_error(transport::describe(connection.error()));
    return RawPeer(std::move(*connection));
  }

  void send(Bytes bytes) {
    const auto sent = connection_->send(std::array{bytes}, Deadline::never());
    if (!sent) throw std::runtime_error(transport::describe(sent.error()));
  }
  /// How many of the bytes the transport took by then.
  std::size_t send_by(Bytes bytes, Deadline deadline) {
    const auto sent = connection_->send(std::array{bytes}, deadline);
    if (sent) return bytes.size();
    if (sent.error().fault == transport::ConnectionFault::timed_out) return sent.error().taken;
    throw std::runtime_error(transport::describe(sent.error()));
  }
  void send(std::string_view text) { send(as_bytes(text)); }
  void send(const cdr::Encoder& encoder) { send(encoder.bytes()); }

  struct Received {
    Frame frame;
    giop::MessageHeader header;
    /// Behind the message header.
    [[nodiscard]] cdr::Decoder body() const {
      return cdr::Decoder(frame.bytes().subspan(giop::kHeaderSize), header.byte_order,
                          giop::kHeaderSize);
    }
    [[nodiscard]] giop::RequestHeader request() const {
      auto decoder = body();
      return giop::decode_request(decoder, header.version);
    }
    [[nodiscard]] std::uint32_t request_id() const {
      return giop::request_id_of(header, frame.bytes()).value();
    }
  };
  Received receive() {
    auto frame = connection_->receive(Deadline::never());
    if (!frame) throw std::runtime_error(transport::describe(frame.error()));
    const auto header = giop::parse_header(frame->bytes(), giop::kDefaultMaxMessageSize);
    return {std::move(*frame), *header};
  }
  /// Whether something has come, or the end.
  [[nodiscard]] bool has_input() { return connection_->has_input(); }
  /// Whether the other side has nothing more to say.
  [[nodiscard]] bool has_ended() { return !connection_->receive(Deadline::never()); }

  void reply_to(const Received& request) {
    cdr::Encoder encoder;
    giop::begin_reply(encoder, request.request_id(), giop::ReplyStatus::no_exception, {},
                      request.header.version);
    giop::finish_message(encoder);
    send(encoder);
  }
  void say_close_connection() {
    cdr::Encoder encoder;
    giop::put_close_connection(encoder);
    send(encoder);
  }
  /// The CloseConnection and the end come as one segment, so the other side cannot answer the first
  /// before the second is there.
  void close_in_order() {
    const int whole = 1;
    EXPECT_EQ(::setsockopt(connection_->descriptor(), IPPROTO_TCP, TCP_CORK, &whole, sizeof whole),
              0);
    say_close_connection();
    connection_->finish_sending();
  }
  void finish_sending() { connection_->finish_sending(); }
  void die() { connection_->shutdown(); }

 private:
  std::unique_ptr<transport::Connection> connection_;
};

/// Listens on TCP and does what the test says.
class RawServer {
 public:
  RawServer() {
    auto result = transport::listen(transport::TcpAddress{"127.0.0.1", 0}, giop_rule());
    if (!result) throw std::runtime_error(transport::describe(result.error()));
    listener_ = std::move(*result);
  }
  [[nodiscard]] std::string reference() const {
    const auto& address = std::get<transport::TcpAddress>(listener_->address());
    return "corbaloc:iiop:1.2@127.0.0.1:" + std::to_string(address.port) + "/raw";
  }
  RawPeer accept() {
    auto connection = listener_->accept();
    if (!connection) throw std::runtime_error(transport::describe(connection.error()));
    return RawPeer(std::move(*connection));
  }
  void stop() { listener_->stop(); }

 private:
  std::unique_ptr<transport::Listener> listener_;
};

}  // namespace orbweaver::orb_test
