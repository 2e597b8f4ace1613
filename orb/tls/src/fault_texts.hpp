// SPDX-License-Identifier: Apache-2.0
// Why OpenSSL failed, in words that say what to do.
#pragma once
#include <orbweaver/security/tls_fault.hpp>

#include <string_view>

#include "openssl.hpp"

namespace orbweaver::tls {

/// The cause of the last failure of `connection`, from this thread's queue of errors, which is
/// empty afterwards.
[[nodiscard]] security::TlsFault take_fault(const SSL& connection) noexcept;

/// What is wrong with a peer's certificate; `code`: X509_V_ERR_...
[[nodiscard]] std::string_view about_certificate(long code) noexcept;

/// The server's certificate has none of the names that are expected.
[[nodiscard]] security::TlsFault unexpected_peer() noexcept;
/// The stream ended without a close_notify.
[[nodiscard]] security::TlsFault truncated() noexcept;

}  // namespace orbweaver::tls
