// SPDX-License-Identifier: Apache-2.0
// What makes TLS streams: the room `tls`, which is loaded when an ORB uses TLS for the first time.
// A program without TLS does not load OpenSSL, which takes a millisecond and two megabytes.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/security/tls_fault.hpp>
#include <orbweaver/security/tls_settings.hpp>
#include <orbweaver/transport/byte_stream.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::transport {

/// The certificates and sessions of one ORB. Threads: any.
class TlsSide {
 public:
  virtual ~TlsSide() = default;

  /// Does the client's half of the handshake over a connected socket, which must outlive the
  /// stream. `host`: as the caller knows the server.
  /// Blocks: up to the deadline.
  /// Fails: with the fault; Kind::none if the deadline passed or the connection broke.
  [[nodiscard]] virtual Result<std::unique_ptr<ByteStream>, security::TlsFault> connect(
      int socket, const std::string& host, std::uint16_t port, Deadline deadline) = 0;

  /// Whether accept() may be called: the settings name a certificate.
  [[nodiscard]] virtual bool has_certificate() = 0;
  /// The server's half, which is done while the stream is read for the first time. `peer`: for log
  /// lines. Never blocks.
  [[nodiscard]] virtual std::unique_ptr<ByteStream> accept(int socket, std::string peer) = 0;
};

/// Makes the TlsSide of one ORB. Fails: one readable line, such as a file that cannot be read.
using MakeTlsSide =
    Result<std::unique_ptr<TlsSide>, std::string> (*)(const security::TlsSettings& settings);

/// Call it before the first use of TLS, in a program that holds the room `tls` itself.
void set_tls(MakeTlsSide make) noexcept;

/// The TLS of one ORB, which begins when it is used. Threads: any.
class TlsAccess {
 public:
  explicit TlsAccess(security::TlsSettings settings) : settings_(std::move(settings)) {}
  /// Fails: one readable line. The next call tries again.
  /// Blocks: the first call, while the room is loaded and files are read.
  [[nodiscard]] Result<TlsSide*, std::string> side();
  [[nodiscard]] const security::TlsSettings& settings() const noexcept { return settings_; }

 private:
  const security::TlsSettings settings_;
  os::Mutex mutex_;
  std::unique_ptr<TlsSide> side_;  // requires mutex_
};

}  // namespace orbweaver::transport
