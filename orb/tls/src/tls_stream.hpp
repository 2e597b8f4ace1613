// SPDX-License-Identifier: Apache-2.0
// A stream of records over a socket.
//
//   sender ─► SSL_write ─► UnsentRecords ─► socket      without blocking, under the lock
//   receiver ◄─ SSL_read ◄─ Ciphertext ◄─ socket        recv() without the lock: it may block
//
// OpenSSL allows one thread at a time on a connection, so the lock is held while bytes are
// encrypted or decrypted, and never while a thread waits for the socket: each of two peers that
// send a lot goes on reading.
#pragma once
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/byte_stream.hpp>

#include "ciphertext.hpp"
#include "openssl.hpp"
#include "unsent_records.hpp"

#include <optional>
#include <string>

namespace orbweaver::tls {

class TlsStream final : public transport::ByteStream {
 public:
  /// `connection` knows its role. `peer`: for log lines. The socket must outlive this.
  /// Throws std::bad_alloc.
  TlsStream(int socket, SslPtr connection, std::string peer);

  /// The client's half of the handshake. A server's is done by receive_some().
  /// Fails: with Kind::none if the deadline passed, or the socket failed.
  [[nodiscard]] Result<void, security::TlsFault> shake_hands(Deadline deadline);

  [[nodiscard]] Result<std::size_t, os::SystemError> send_some(
      std::span<const Bytes> pieces, std::size_t skip, os::SocketWait waiting) noexcept override;
  [[nodiscard]] std::size_t begun() const noexcept override { return begun_; }
  [[nodiscard]] Result<std::size_t, os::SystemError> receive_some(
      MutableBytes space, os::SocketWait waiting) noexcept override;
  void say_end() noexcept override;
  [[nodiscard]] security::TlsFault fault() const noexcept override;
  [[nodiscard]] std::shared_ptr<const security::Identity> peer_by_certificate() const override;

 private:
  enum class Step { made, needs_input, ended, failed };
  struct Read {
    Step step;
    std::size_t count = 0;
  };

  [[nodiscard]] Result<std::size_t, os::SystemError> send_record(std::span<const Bytes> pieces,
                                                                 std::size_t skip) noexcept;
  [[nodiscard]] bool is_stuck_at(const os::SystemError& error, os::SocketWait waiting) noexcept;
  [[nodiscard]] Step go_on_with_handshake() noexcept;
  [[nodiscard]] Read decrypt(MutableBytes space) noexcept;
  [[nodiscard]] Step step_after(int result) noexcept;
  void note_handshake() noexcept;
  void finish_flight() noexcept;
  [[nodiscard]] bool has_unsent_flight() const noexcept;
  [[nodiscard]] Result<bool, os::SystemError> read_socket(os::SocketWait waiting) noexcept;
  [[nodiscard]] os::SystemError failed() noexcept;

  static BIO_METHOD* bio_method();
  static int write_bio(BIO* bio, const char* bytes, int size) noexcept;
  static int read_bio(BIO* bio, char* bytes, int size) noexcept;
  static long control_bio(BIO* bio, int command, long number, void* pointer) noexcept;

  const int socket_;
  const std::string peer_;
  Ciphertext ciphertext_;  // the receiver's; OpenSSL takes from it under the lock
  std::size_t begun_ = 0;  // the sender's: bytes in a record of which the socket has not taken all

  mutable os::Mutex mutex_;
  UnsentRecords unsent_;                                // requires mutex_, as all below
  std::shared_ptr<const security::Identity> identity_;  // null before the handshake is over
  security::TlsFault fault_;
  SslPtr connection_;  // last: its BIO uses the members above
};

}  // namespace orbweaver::tls
