// SPDX-License-Identifier: Apache-2.0
#include "socket/socket_listener.hpp"

#include <orbweaver/os/socket.hpp>
#include <orbweaver/os/socket_io.hpp>

#include "failure/failure.hpp"
#include "socket/socket_connection.hpp"

#include <cerrno>
#include <chrono>
#include <variant>

namespace orbweaver::transport {

namespace {

constexpr std::chrono::milliseconds kPauseAfterShortage{100};

// These errors are of a connection that died before it was accepted; the listener goes on.
bool concerns_the_peer_only(int code) noexcept {
  switch (code) {
    case EINTR:
    case ECONNABORTED:
    case EPERM:
    case EPROTO:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENONET:
    case ENOPROTOOPT:
    case ETIMEDOUT:
      return true;
    default:
      return false;
  }
}

}  // namespace

SocketListener::SocketListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits,
                               Address address) noexcept
    : socket_(std::move(socket)), rule_(rule), traits_(traits), address_(std::move(address)) {}

Result<std::unique_ptr<Connection>, ConnectionFailure> SocketListener::accept() {
  const std::lock_guard accepting{accept_mutex_};
  pause_after_shortage();
  while (!is_stopped_) {
    auto socket = os::accept_connection(socket_.get());
    if (is_stopped_) break;
    if (socket) {
      if (auto connection = welcome(std::move(*socket))) return connection;
    } else if (!concerns_the_peer_only(socket.error().code)) {
      is_short_ = is_shortage(socket.error());
      return unexpected{failure_in_use(socket.error())};
    }
  }
  return unexpected{ConnectionFailure{ConnectionFault::broken}};
}

std::unique_ptr<Connection> SocketListener::welcome(os::UniqueFd socket) {
  auto peer = admit(socket.get());
  if (peer) return make_connection(std::move(socket), std::move(*peer));
  ++refused_peers_;
  return nullptr;
}

std::unique_ptr<Connection> SocketListener::make_connection(os::UniqueFd socket, std::string peer) {
  const bool is_tcp = std::holds_alternative<TcpAddress>(address_);
  const SocketPause pause{is_tcp ? SocketPause::kMostOverTcp : SocketPause::kLeast};
  return std::make_unique<SocketConnection>(std::move(socket), rule_, std::move(peer), traits_,
                                            pause, PoliteSpin::kFirstWaitsOfAccepted);
}

// The connection that could not be accepted is still waiting, so without a pause the caller would
// spin.
void SocketListener::pause_after_shortage() {
  if (!std::exchange(is_short_, false)) return;
  std::unique_lock lock{stop_mutex_};
  stopped_.wait_for(lock, kPauseAfterShortage, [this] { return is_stopped_.load(); });
}

bool SocketListener::has_waiting() noexcept {
  const std::unique_lock lock{accept_mutex_, std::try_to_lock};
  if (!lock || !socket_) return false;
  return os::wait_until_ready(socket_.get(), os::Readiness::readable, Deadline::at(now()))
      .value_or(false);
}

void SocketListener::stop() noexcept {
  {
    const std::lock_guard lock{stop_mutex_};
    if (is_stopped_.exchange(true)) return;
  }
  stopped_.notify_all();
  os::shut_down(socket_.get(), os::Direction::both);
  close();
  clear_away();
}

// Frees the address at once. Peers that were not accepted see the end. The lock does not wait long:
// accept() never blocks once the listener is shut down.
void SocketListener::close() noexcept {
  const std::lock_guard no_accept{accept_mutex_};
  socket_.reset();
}

}  // namespace orbweaver::transport
