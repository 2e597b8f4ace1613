// SPDX-License-Identifier: Apache-2.0
// What the transports between peers of one machine share: a listener on a unix socket, and the way
// to connect to it.
#pragma once
#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/os/socket.hpp>

#include "socket/socket_listener.hpp"

namespace orbweaver::transport {

/// The socket of a listener, as the traits want it.
[[nodiscard]] Result<os::UniqueFd, ConnectionFailure> open_listener(const std::string& path,
                                                                    const ConnectionTraits& traits);

class UnixListener : public SocketListener {
 public:
  UnixListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits, Address address,
               std::string path);
  ~UnixListener() override { stop(); }

 private:
  std::optional<std::string> admit(int socket) override;
  void clear_away() noexcept override { os::remove_if_same(path_, file_); }
  void log_refusal(const security::Identity& peer);

  std::string path_;
  os::FileIdentity file_;
  LogLimit refusals_;
};

/// Connects to a server of this user, of root, or of a user that the traits name.
[[nodiscard]] Result<os::UniqueFd, ConnectionFailure> connect_to_known_user(
    const std::string& path, Deadline deadline, const ConnectionTraits& traits);

}  // namespace orbweaver::transport
