// SPDX-License-Identifier: Apache-2.0
// A server and a client of TLS in one process, each with its own settings.
#pragma once
#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/tls/tls.hpp>
#include <orbweaver/transport/connection.hpp>

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <optional>
#include <string>

#include "certificates_of_a_test.hpp"
#include "length_prefixed.hpp"

namespace orbweaver::tls {

inline Deadline test_deadline() { return Deadline::after(std::chrono::seconds(60)); }

/// What came of an attempt to connect, and to send one frame each way.
struct Outcome {
  std::string at_client;  // "connected", or why not
  std::string at_server;  // the frame that came, or why none came
  std::shared_ptr<const security::Identity> client_as_seen, server_as_seen;
};

class TwoSides {
 public:
  TwoSides(security::TlsSettings server, security::TlsSettings client)
      : server_(std::move(server)), client_(std::move(client)) {
    auto listening =
        transport::listen(transport::TlsAddress{"127.0.0.1", 0}, kRule, {.tls = &server_});
    EXPECT_TRUE(listening) << transport::describe(listening.error());
    listener_ = std::move(*listening);
  }

  [[nodiscard]] transport::TlsAddress address(const std::string& host = "127.0.0.1") const {
    return {host, std::get<transport::TlsAddress>(listener_->address()).port};
  }
  [[nodiscard]] transport::Listener& listener() const { return *listener_; }

  /// A client that sends a frame, and a server that answers with one.
  [[nodiscard]] Outcome meet(const std::string& host = "127.0.0.1") {
    auto at_client = std::async(std::launch::async, [this, host] { return call(host); });
    Outcome outcome;
    const auto accepted = listener_->accept();
    EXPECT_TRUE(accepted);
    const auto frame = (*accepted)->receive(test_deadline());
    outcome.at_server =
        frame ? std::string{as_text(frame->bytes())} : transport::describe(frame.error());
    outcome.client_as_seen = (*accepted)->identity();
    if (frame) {
      const Bytes piece = frame->bytes();
      EXPECT_TRUE((*accepted)->send({&piece, 1}, test_deadline()));
    }
    (*accepted)->shutdown();
    std::tie(outcome.at_client, outcome.server_as_seen) = at_client.get();
    return outcome;
  }

 private:
  static constexpr transport::FrameRule kRule = transport::conformance::kLengthPrefixed;

  std::pair<std::string, std::shared_ptr<const security::Identity>> call(const std::string& host) {
    const auto connected =
        transport::connect(address(host), kRule, test_deadline(), {.tls = &client_});
    if (!connected) return {transport::describe(connected.error()), nullptr};
    const auto frame = transport::conformance::frame_of(10);
    const Bytes piece = as_bytes(std::string_view{frame});
    const auto sent = (*connected)->send({&piece, 1}, test_deadline());
    if (!sent) return {transport::describe(sent.error()), (*connected)->identity()};
    const auto answer = (*connected)->receive(test_deadline());
    if (!answer) return {transport::describe(answer.error()), (*connected)->identity()};
    return {"answered", (*connected)->identity()};
  }

  transport::TlsAccess server_, client_;
  std::unique_ptr<transport::Listener> listener_;
};

}  // namespace orbweaver::tls
