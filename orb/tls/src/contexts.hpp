// SPDX-License-Identifier: Apache-2.0
// Makes OpenSSL's contexts from files.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/security/tls_settings.hpp>

#include <string>

#include "openssl.hpp"

namespace orbweaver::tls {

/// Fail: one readable line, which names the file and says what is wrong with it.
[[nodiscard]] Result<ContextPtr, std::string> make_server_context(
    const security::TlsSettings& settings);
[[nodiscard]] Result<ContextPtr, std::string> make_client_context(
    const security::TlsSettings& settings);

}  // namespace orbweaver::tls
