// SPDX-License-Identifier: Apache-2.0
#include "tls/tls_transport.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/socket.hpp>
#include <orbweaver/transport/tls.hpp>

#include "failure/failure.hpp"
#include "socket/socket_connection.hpp"
#include "socket/socket_listener.hpp"

namespace orbweaver::transport {

namespace {

constexpr std::string_view kNotSetUp =
    "TLS is not set up on this side (-ORBtlsCertificate, -ORBtlsKey, -ORBtlsCA): see the log";
constexpr std::string_view kNoCertificate =
    "a TLS server needs a certificate and its key: -ORBtlsCertificate, -ORBtlsKey";

ConnectionFailure not_set_up(std::string_view why) noexcept {
  return {.fault = ConnectionFault::not_permitted,
          .tls = {security::TlsFault::Kind::not_set_up, why}};
}

Result<TlsSide*, ConnectionFailure> side_of(const ConnectionTraits& traits) {
  if (traits.tls == nullptr) return unexpected{not_set_up(kNotSetUp)};
  const auto side = traits.tls->side();
  if (side) return *side;
  log().error("{}", side.error());
  return unexpected{not_set_up(kNotSetUp)};
}

ConnectionFailure failure_of_handshake(security::TlsFault fault, Deadline deadline) noexcept {
  if (fault) return {.fault = ConnectionFault::not_permitted, .tls = fault};
  if (deadline.has_passed()) return {.fault = ConnectionFault::timed_out};
  return {.fault = ConnectionFault::broken};
}

class TlsListener final : public SocketListener {
 public:
  TlsListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits,
              TlsAddress address, TlsSide& side) noexcept
      : SocketListener(std::move(socket), rule, traits, std::move(address)), side_(side) {}
  ~TlsListener() override { stop(); }

 private:
  std::optional<std::string> admit(int socket) override { return "tls:" + os::peer_name(socket); }
  void clear_away() noexcept override {}

  // The reader of the connection does the handshake: a client that stops in the middle holds up no
  // other.
  std::unique_ptr<Connection> make_connection(os::UniqueFd socket, std::string peer) override {
    auto stream = side_.accept(socket.get(), peer);
    return std::make_unique<SocketConnection>(
        std::move(socket), std::move(stream), rule(), std::move(peer), traits(),
        SocketPause{SocketPause::kMostOverTcp}, PoliteSpin::kFirstWaitsOfAccepted);
  }

  TlsSide& side_;
};

}  // namespace

Result<std::unique_ptr<Connection>, ConnectionFailure> connect_tls(const TlsAddress& address,
                                                                   const FrameRule& rule,
                                                                   Deadline deadline,
                                                                   ConnectionTraits traits) {
  const auto side = side_of(traits);
  if (!side) return unexpected{side.error()};
  auto socket = os::connect_tcp(address.host, address.port, deadline);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  auto stream = (*side)->connect(socket->get(), address.host, address.port, deadline);
  if (!stream) return unexpected{failure_of_handshake(stream.error(), deadline)};
  auto peer = "tls:" + os::peer_name(socket->get());
  return std::make_unique<SocketConnection>(std::move(*socket), std::move(*stream), rule,
                                            std::move(peer), traits,
                                            SocketPause{SocketPause::kMostOverTcp});
}

Result<std::unique_ptr<Listener>, ConnectionFailure> listen_tls(const TlsAddress& address,
                                                                const FrameRule& rule,
                                                                ConnectionTraits traits) {
  const auto side = side_of(traits);
  if (!side) return unexpected{side.error()};
  if (!(*side)->has_certificate()) return unexpected{not_set_up(kNoCertificate)};
  auto socket = os::listen_tcp(address.host, address.port);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  TlsAddress real{address.host, os::local_port(socket->get())};
  return std::make_unique<TlsListener>(std::move(*socket), rule, traits, std::move(real), **side);
}

}  // namespace orbweaver::transport
