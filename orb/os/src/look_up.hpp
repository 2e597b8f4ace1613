// SPDX-License-Identifier: Apache-2.0
// Looks up the addresses of a host name.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/system_error.hpp>

#include <netdb.h>

#include <cstdint>
#include <memory>
#include <string>

namespace orbweaver::os {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

/// Finds addresses for sockets of `socket_type` (SOCK_STREAM, SOCK_DGRAM). An empty host means
/// every interface.
[[nodiscard]] Result<AddressList, SystemError> look_up(const std::string& host, std::uint16_t port,
                                                       int family, int socket_type);

}  // namespace orbweaver::os
