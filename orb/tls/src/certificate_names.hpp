// SPDX-License-Identifier: Apache-2.0
// What a certificate says of its owner. The bytes are a peer's: they may be anything.
#pragma once
#include <orbweaver/security/identity.hpp>

#include "openssl.hpp"

namespace orbweaver::tls {

/// The identity that a verified certificate proves. A name with a zero byte, or with a byte that is
/// not printable ASCII, is left out, since it could look like another one; so are names beyond the
/// first 64. An address is written as inet_ntop() writes it.
[[nodiscard]] security::Identity identity_in(const X509& certificate);

/// Whether this side's own certificate says the same of its owner. False if it says nothing.
[[nodiscard]] bool is_own(const security::Identity& peer, const X509& own);

}  // namespace orbweaver::tls
