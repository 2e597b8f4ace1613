// SPDX-License-Identifier: Apache-2.0
// A listener on any stream socket. Derived classes have the differences between transports: which
// peers may connect, the names of peers, the file to remove at the end.
#pragma once
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/unique_fd.hpp>
#include <orbweaver/transport/connection.hpp>

#include <optional>
#include <string>

namespace orbweaver::transport {

class SocketListener : public Listener {
 public:
  [[nodiscard]] Result<std::unique_ptr<Connection>, ConnectionFailure> accept() final;
  [[nodiscard]] const Address& address() const noexcept final { return address_; }
  [[nodiscard]] bool has_waiting() noexcept final;
  [[nodiscard]] std::uint64_t refused_peers() const noexcept final { return refused_peers_; }
  void stop() noexcept final;

 protected:
  SocketListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits,
                 Address address) noexcept;

  /// The name of a peer that may connect; nothing refuses it.
  [[nodiscard]] virtual std::optional<std::string> admit(int socket) = 0;
  /// The connection over an accepted socket.
  [[nodiscard]] virtual std::unique_ptr<Connection> make_connection(os::UniqueFd socket,
                                                                    std::string peer);
  [[nodiscard]] const FrameRule& rule() const noexcept { return rule_; }
  [[nodiscard]] const ConnectionTraits& traits() const noexcept { return traits_; }
  /// Called once, when listening has ended. Heirs call stop() in their destructors.
  virtual void clear_away() noexcept = 0;

 private:
  [[nodiscard]] std::unique_ptr<Connection> welcome(os::UniqueFd socket);
  void pause_after_shortage();
  void close() noexcept;

  os::UniqueFd socket_;
  FrameRule rule_;
  ConnectionTraits traits_;
  Address address_;
  os::Atomic<std::uint64_t> refused_peers_ = 0;
  os::Atomic<bool> is_stopped_ = false;
  os::Mutex accept_mutex_;  // held in accept(); guards socket_ and is_short_
  bool is_short_ = false;   // of descriptors or memory, at the last accept()
  os::Mutex stop_mutex_;
  os::ConditionVariable stopped_;
};

}  // namespace orbweaver::transport
