// SPDX-License-Identifier: Apache-2.0
// For programs that hold this room themselves. Others load it: orbweaver/transport/tls.hpp.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/security/tls_settings.hpp>
#include <orbweaver/transport/tls.hpp>

#include <memory>
#include <string>

namespace orbweaver::tls {

/// Reads the files of the settings.
/// Fails: one readable line, which names the file.
[[nodiscard]] Result<std::unique_ptr<transport::TlsSide>, std::string> make_side(
    const security::TlsSettings& settings);

}  // namespace orbweaver::tls
