// SPDX-License-Identifier: Apache-2.0
// Why a TLS connection failed, as a value that needs no memory.
#pragma once
#include <cstdint>
#include <string_view>

namespace orbweaver::security {

struct TlsFault {
  enum class Kind : std::uint8_t {
    none,
    peer_certificate,  // this side refused the peer's certificate
    refused_by_peer,   // the peer ended the handshake, or the connection, with an alert
    protocol,          // the peer does not speak TLS, or not a kind that this side takes
    truncated,         // the stream ended without the peer's close_notify
    not_set_up,        // this side has no certificate, or no trusted authorities
  };
  Kind kind = Kind::none;
  /// One readable line: what is wrong, and what to do about it. Of static storage.
  std::string_view text;
  [[nodiscard]] explicit operator bool() const noexcept { return kind != Kind::none; }
};

}  // namespace orbweaver::security
