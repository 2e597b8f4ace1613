// SPDX-License-Identifier: Apache-2.0
// The part that all transports between peers of one user share: a listener on a unix socket, and
// the way to connect to it.
#pragma once
#include <orbweaver/os/socket.hpp>

#include "socket/socket_listener.hpp"

namespace orbweaver::transport {

class UnixListener : public SocketListener {
 public:
  UnixListener(os::UniqueFd socket, const FrameRule& rule, ConnectionTraits traits, Address address,
               std::string path);
  ~UnixListener() override { stop(); }

 private:
  std::optional<std::string> admit(int socket) override;
  void clear_away() noexcept override { os::remove_if_same(path_, file_); }

  std::string path_;
  os::FileIdentity file_;
};

/// The listener's user is checked too: any user may take an abstract name, or put a socket into
/// /tmp.
[[nodiscard]] Result<os::UniqueFd, ConnectionFailure> connect_to_own_user(const std::string& path,
                                                                          Deadline deadline);

}  // namespace orbweaver::transport
