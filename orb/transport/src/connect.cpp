// SPDX-License-Identifier: Apache-2.0
// Connects by the transport that an address means.
#include <orbweaver/transport/connection.hpp>

#include "shm/shm_transport.hpp"
#include "tcp/tcp_transport.hpp"
#include "tls/tls_transport.hpp"
#include "unix/unix_transport.hpp"

namespace orbweaver::transport {

Result<std::unique_ptr<Connection>, ConnectionFailure> connect(const Address& address,
                                                               const FrameRule& rule,
                                                               Deadline deadline,
                                                               ConnectionTraits traits) {
  if (const auto* tcp = std::get_if<TcpAddress>(&address))
    return connect_tcp(*tcp, rule, deadline, traits);
  if (const auto* tls = std::get_if<TlsAddress>(&address))
    return connect_tls(*tls, rule, deadline, traits);
  if (const auto* shm = std::get_if<ShmAddress>(&address))
    return connect_shm(*shm, rule, deadline, traits);
  return connect_unix(std::get<UnixAddress>(address), rule, deadline, traits);
}

Result<std::unique_ptr<Listener>, ConnectionFailure> listen(const Address& address,
                                                            const FrameRule& rule,
                                                            ConnectionTraits traits) {
  if (const auto* tcp = std::get_if<TcpAddress>(&address)) return listen_tcp(*tcp, rule, traits);
  if (const auto* tls = std::get_if<TlsAddress>(&address)) return listen_tls(*tls, rule, traits);
  if (const auto* shm = std::get_if<ShmAddress>(&address)) return listen_shm(*shm, rule, traits);
  return listen_unix(std::get<UnixAddress>(address), rule, traits);
}

}  // namespace orbweaver::transport
