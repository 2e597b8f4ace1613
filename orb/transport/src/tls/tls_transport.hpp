// SPDX-License-Identifier: Apache-2.0
// TLS over TCP: peers of any host, with certificates.
#pragma once
#include <orbweaver/transport/connection.hpp>

namespace orbweaver::transport {

[[nodiscard]] Result<std::unique_ptr<Connection>, ConnectionFailure> connect_tls(
    const TlsAddress& address, const FrameRule& rule, Deadline deadline, ConnectionTraits traits);
[[nodiscard]] Result<std::unique_ptr<Listener>, ConnectionFailure> listen_tls(
    const TlsAddress& address, const FrameRule& rule, ConnectionTraits traits);

}  // namespace orbweaver::transport
