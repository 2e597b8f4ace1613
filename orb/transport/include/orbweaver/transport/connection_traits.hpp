// SPDX-License-Identifier: Apache-2.0
// How a connection uses the machine. The defaults are for a machine with two processors or more and
// plenty of memory. engine/auto_mode.hpp chooses values for other machines.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <cstddef>

namespace orbweaver::transport {

inline constexpr Nanoseconds kDefaultPollTime = std::chrono::microseconds(200);
/// Shared memory in each direction: what a connection uses without a limit, and the least that it
/// needs.
inline constexpr std::size_t kMostShmBytes = std::size_t{32} << 20;
inline constexpr std::size_t kLeastShmBytes = std::size_t{1} << 20;

class PeerAdmission;
class TlsAccess;
struct LocalPeers;

struct ConnectionTraits {
  /// How long a thread that waits for the peer polls before it blocks, if polling was of use
  /// lately. Zero: it blocks at once.
  Nanoseconds poll_time = kDefaultPollTime;
  /// Bytes of shared memory for the large frames that this side sends; rounded down to a power of
  /// two, from kLeastShmBytes to kMostShmBytes. A frame for which there is no room waits, or is
  /// sent in parts.
  std::size_t shm_bytes = kMostShmBytes;
  /// The certificates for TLS; must outlive the connections and listeners. Null: no TLS.
  TlsAccess* tls = nullptr;
  /// Both must outlive the connections and listeners; see local_peers.hpp. Null: its default.
  const LocalPeers* local = nullptr;
  /// Null: no peer of another user.
  PeerAdmission* admission = nullptr;
};

}  // namespace orbweaver::transport
