// SPDX-License-Identifier: Apache-2.0
// A socket of a peer that speaks by itself, without an ORB.
#pragma once
#include <orbweaver/base/bytes.hpp>

namespace orbweaver::sim {

/// Until all is sent, or the other side has ended the connection.
void send_all(int socket, Bytes bytes);

}  // namespace orbweaver::sim
