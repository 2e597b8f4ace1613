// SPDX-License-Identifier: Apache-2.0
// Peers of other users of this machine, by unix sockets and shared memory. Without these settings,
// each side accepts peers of its own user, and of root.
#pragma once
#include <orbweaver/security/identity.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace orbweaver::transport {

/// Which peers a listener lets in besides those of its own user and of root.
class PeerAdmission {
 public:
  virtual ~PeerAdmission() = default;
  /// Whether that peer of another user is let in. Nothing of what it sent has been read yet.
  /// Threads: any. Blocks: for a file, at most.
  [[nodiscard]] virtual bool admits(const security::Identity& peer) noexcept = 0;
  /// For the log: why it is not. Completes "refused PEER: ...".
  [[nodiscard]] virtual std::string why_not(const security::Identity& peer) const = 0;
};

struct LocalPeers {
  /// Users whose servers a client may call, besides its own and root: any user may take an abstract
  /// name, or put a socket into a shared folder.
  std::vector<std::uint32_t> servers_of;
  /// The mode of the socket files that listeners make.
  std::uint32_t socket_mode = 0600;

  friend bool operator==(const LocalPeers&, const LocalPeers&) = default;
};

}  // namespace orbweaver::transport
