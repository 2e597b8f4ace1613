// SPDX-License-Identifier: Apache-2.0
// Unix sockets: peers on the same machine, of the same user unless they are let in.
#pragma once
#include <orbweaver/transport/connection.hpp>

namespace orbweaver::transport {

[[nodiscard]] Result<std::unique_ptr<Connection>, ConnectionFailure> connect_unix(
    const UnixAddress& address, const FrameRule& rule, Deadline deadline, ConnectionTraits traits);
[[nodiscard]] Result<std::unique_ptr<Listener>, ConnectionFailure> listen_unix(
    const UnixAddress& address, const FrameRule& rule, ConnectionTraits traits);

}  // namespace orbweaver::transport
