// SPDX-License-Identifier: Apache-2.0
// Sends and receives whole messages, with descriptors, over a socket that keeps message boundaries.
// Used between the guard and its process, and between a device and a host process.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/clock.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <optional>
#include <span>
#include <vector>

namespace orbweaver::guard {

inline constexpr std::size_t kMostMessageBytes = std::size_t{160} * 1024;

struct ChannelMessage {
  std::vector<std::byte> bytes;
  std::vector<os::UniqueFd> descriptors;
};

/// Sends a message. Returns false if the deadline passed or the peer is gone. Blocks: while the
/// peer does not read. Threads: one at a time.
[[nodiscard]] bool send_message(int socket, Bytes bytes, std::span<const int> descriptors,
                                Deadline deadline);
/// Receives the next message, of at most `most` bytes; nothing at the end. Blocks: until one comes.
[[nodiscard]] std::optional<ChannelMessage> receive_message(int socket, std::size_t most);

}  // namespace orbweaver::guard
