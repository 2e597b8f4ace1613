// SPDX-License-Identifier: Apache-2.0
// Records that OpenSSL has made and the socket has not taken.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/socket_io.hpp>

#include <optional>
#include <vector>

namespace orbweaver::tls {

/// Not thread-safe: used under the stream's lock.
class UnsentRecords {
 public:
  /// A peer that asks for answers and reads none must not fill the memory.
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  explicit UnsentRecords(int socket) noexcept : socket_(socket) {}

  /// Sends the bytes, or keeps what the socket does not take. False: there is no room or memory for
  /// them, and none of them was taken.
  [[nodiscard]] bool add(Bytes record) noexcept;
  /// Sends what is kept, as far as the socket takes it. Never blocks.
  void flush() noexcept;
  [[nodiscard]] bool is_empty() const noexcept { return begin_ == kept_.size(); }
  /// Why the socket takes no more. From then on all bytes are dropped: OpenSSL must not see the
  /// failure, as it would refuse to decrypt what the peer has sent before.
  [[nodiscard]] const std::optional<os::SystemError>& failure() const noexcept { return failure_; }

 private:
  [[nodiscard]] std::size_t send(Bytes bytes) noexcept;

  const int socket_;
  std::vector<std::byte> kept_;
  std::size_t begin_ = 0;
  std::optional<os::SystemError> failure_;
};

}  // namespace orbweaver::tls
