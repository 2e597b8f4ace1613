// SPDX-License-Identifier: Apache-2.0
// TCP: peers of any host.
#pragma once
#include <orbweaver/transport/connection.hpp>

namespace orbweaver::transport {

[[nodiscard]] Result<std::unique_ptr<Connection>, ConnectionFailure> connect_tcp(
    const TcpAddress& address, const FrameRule& rule, Deadline deadline, ConnectionTraits traits);
[[nodiscard]] Result<std::unique_ptr<Listener>, ConnectionFailure> listen_tcp(
    const TcpAddress& address, const FrameRule& rule, ConnectionTraits traits);

}  // namespace orbweaver::transport
