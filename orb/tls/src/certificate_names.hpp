// SPDX-License-Identifier: Apache-2.0
// What a certificate says of its owner. The bytes are a peer's: they may be anything.
#pragma once
#include <orbweaver/security/identity.hpp>

#include "openssl.hpp"

namespace orbweaver::tls {

/// The identity that a verified certificate proves. A name with a zero byte, or with a byte that is
/// not printable ASCII, is left out, since it could look like another one; so are names beyond the
/// first 64. An address is written as inet_ntop() writes it, and the others as normal_name() does.
[[nodiscard]] security::Identity identity_in(const X509& certificate);

/// Whether this side's own certificate says the same of its owner: the same issuer gives it the
/// same subject and the same names. False without a name in its subjectAltName: many certificates
/// may share a subject.
[[nodiscard]] bool is_own(const X509& peer, const X509& own);

}  // namespace orbweaver::tls
