// SPDX-License-Identifier: Apache-2.0
#include "look_up.hpp"

#include "failed_call.hpp"

namespace orbweaver::os {

Result<AddressList, SystemError> look_up(const std::string& host, std::uint16_t port, int family,
                                         int socket_type) {
  addrinfo hints{};
  hints.ai_family = family;
  hints.ai_socktype = socket_type;
  hints.ai_flags = AI_NUMERICSERV | (host.empty() ? AI_PASSIVE : 0);
  addrinfo* found = nullptr;
  const char* name = host.empty() ? nullptr : host.c_str();
  const int outcome = ::getaddrinfo(name, std::to_string(port).c_str(), &hints, &found);
  if (outcome == EAI_SYSTEM) return failed("getaddrinfo");
  if (outcome != 0) return failed("getaddrinfo", outcome);
  return AddressList{found, &::freeaddrinfo};
}

}  // namespace orbweaver::os
