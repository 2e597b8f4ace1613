// SPDX-License-Identifier: Apache-2.0
// Peers that call, and read their replies late.
#pragma once
#include <orbweaver/giop/ior.hpp>

namespace orbweaver::sim {

/// One thread sends many two-way calls of `count` to the object with this key; the calling thread
/// reads nothing for a while, and then all replies. Each comes as a whole, once, and in the order
/// of the calls, unless the connection ends before ("integrity"). `socket` is connected.
void call_and_read_late(int socket, const giop::OctetBuffer& key);

/// The same, but it reads when the run is over and the server ends: to the end of the connection.
/// The server says CloseConnection behind all replies ("replies leave before the end").
void call_and_read_at_the_end(int socket, const giop::OctetBuffer& key);

}  // namespace orbweaver::sim
