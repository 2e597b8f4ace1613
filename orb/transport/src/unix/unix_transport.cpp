#include "unix/unix_transport.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/os/socket.hpp>

#include "failure.hpp"
#include "stream/stream_connection.hpp"
#include "stream/stream_listener.hpp"

namespace orbweaver::transport {

namespace {

class UnixListener final : public StreamListener {
 public:
  UnixListener(os::UniqueFd socket, const FrameRule& rule, const UnixAddress& address)
      : StreamListener(std::move(socket), rule, address),
        path_(address.path),
        file_(os::identity_of(path_)) {}
  ~UnixListener() override { stop(); }

 private:
  std::optional<std::string> admit(int socket) override {
    if (os::peer_of(socket) == os::Peer::same_user) return "unix:" + path_;
    if (refused_peers() == 0)
      log().warn("unix:{}: refused a peer of another user; more are refused silently and counted",
                 path_);
    return std::nullopt;
  }
  void clear_away() noexcept override { os::remove_if_same(path_, file_); }

  std::string path_;
  os::FileIdentity file_;
};

}  // namespace

// The listener's user is checked too: anybody may take an abstract name, or put a socket into /tmp.
Result<std::unique_ptr<Connection>, Failure> connect_unix(const UnixAddress& address,
                                                          const FrameRule& rule,
                                                          Deadline deadline) {
  auto socket = os::connect_unix(address.path, deadline);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  if (os::peer_of(socket->get()) != os::Peer::same_user)
    return unexpected{Failure{Fault::not_permitted}};
  return std::make_unique<StreamConnection>(std::move(*socket), rule, "unix:" + address.path);
}

Result<std::unique_ptr<Listener>, Failure> listen_unix(const UnixAddress& address,
                                                       const FrameRule& rule) {
  auto socket = os::listen_unix(address.path);
  if (!socket) return unexpected{failure_to_establish(socket.error())};
  return std::make_unique<UnixListener>(std::move(*socket), rule, address);
}

}  // namespace orbweaver::transport
