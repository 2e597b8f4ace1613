// How a connection uses the machine. The defaults are for a machine with two processors or more and
// plenty of memory; what fits another one is not the transport's to know: engine/auto_mode.hpp.
#pragma once
#include <orbweaver/base/clock.hpp>

#include <cstddef>

namespace orbweaver::transport {

inline constexpr Nanoseconds kDefaultLook = std::chrono::microseconds(200);
/// Of shared memory, each way: what a connection uses without a limit, and what it needs at least.
inline constexpr std::size_t kMostShmBytes = std::size_t{32} << 20;
inline constexpr std::size_t kLeastShmBytes = std::size_t{1} << 20;

struct ConnectionTraits {
  /// How long whoever waits for a peer looks for what comes before it blocks, where looking was of
  /// use lately. Zero: it blocks at once.
  Nanoseconds look = kDefaultLook;
  /// In how many bytes of shared memory this side lays large frames for its peer: rounded down to a
  /// power of two, from kLeastShmBytes to kMostShmBytes. A frame that finds no room waits, or goes
  /// in parts.
  std::size_t shm_bytes = kMostShmBytes;
};

}  // namespace orbweaver::transport
