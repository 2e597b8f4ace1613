// SPDX-License-Identifier: Apache-2.0
#include "open_endpoint.hpp"

#include <string_view>

namespace orbweaver::domain {

bool is_open(const std::string& endpoint) {
  const auto is_of_a_host = endpoint.starts_with("giop:tcp:") || endpoint.starts_with("giop:udp:");
  if (!is_of_a_host) return false;
  const auto host = endpoint.substr(std::string_view{"giop:tcp:"}.size());
  return !host.starts_with("127.") && !host.starts_with("localhost:") &&
         !host.starts_with("[::1]:");
}

}  // namespace orbweaver::domain
