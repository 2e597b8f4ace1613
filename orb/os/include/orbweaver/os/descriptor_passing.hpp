// SPDX-License-Identifier: Apache-2.0
// Sends descriptors together with bytes over a unix socket (SCM_RIGHTS).
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/socket_io.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <span>
#include <utility>
#include <vector>

namespace orbweaver::os {

/// Two connected stream sockets without a name.
[[nodiscard]] Result<std::pair<UniqueFd, UniqueFd>, SystemError> make_socket_pair() noexcept;

/// Two connected sockets without a name that keep the borders of messages.
[[nodiscard]] Result<std::pair<UniqueFd, UniqueFd>, SystemError> make_message_pair() noexcept;

/// Sends all of `bytes` and all of `fds` (at most 8), or nothing. Never blocks.
[[nodiscard]] Result<void, SystemError> send_with_descriptors(int socket, Bytes bytes,
                                                              std::span<const int> fds) noexcept;

struct ReceivedDescriptors {
  std::size_t size = 0;  // zero: the end of the stream
  std::vector<UniqueFd> descriptors;
  /// More descriptors came than the caller wanted, or than this process may have. They are closed.
  bool lost_descriptors = false;
};
/// Receives once: at most space.size() bytes, and at most `most` descriptors (8 or less).
[[nodiscard]] Result<ReceivedDescriptors, SystemError> receive_with_descriptors(int socket,
                                                                                MutableBytes space,
                                                                                std::size_t most,
                                                                                SocketWait waiting);

}  // namespace orbweaver::os
