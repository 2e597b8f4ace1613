// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/own_address.hpp>

#include "look_up.hpp"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <memory>

namespace orbweaver::os {

namespace {

using Interfaces = std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)>;

Interfaces interfaces() {
  ifaddrs* found = nullptr;
  if (::getifaddrs(&found) != 0) found = nullptr;
  return {found, &::freeifaddrs};
}

// A link-local IPv6 address is useless without the name of its link.
bool is_of_one_link(const sockaddr* address) {
  return address->sa_family == AF_INET6 &&
         IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr);
}

bool is_usable(const ifaddrs& interface, int family) {
  return interface.ifa_addr != nullptr && interface.ifa_addr->sa_family == family &&
         (interface.ifa_flags & IFF_UP) != 0 && (interface.ifa_flags & IFF_LOOPBACK) == 0 &&
         !is_of_one_link(interface.ifa_addr);
}

std::string text_of_address(const sockaddr* address) {
  char text[NI_MAXHOST];
  const socklen_t size = address->sa_family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  const int outcome = ::getnameinfo(address, size, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
  return outcome == 0 ? text : "";
}

}  // namespace

bool resolves(const std::string& host) {
  return look_up(host, 0, AF_UNSPEC, SOCK_STREAM).has_value();
}

std::string own_address() {
  const auto all = interfaces();
  for (const int family : {AF_INET, AF_INET6})
    for (const auto* interface = all.get(); interface != nullptr; interface = interface->ifa_next)
      if (is_usable(*interface, family))
        if (auto text = text_of_address(interface->ifa_addr); !text.empty()) return text;
  return "127.0.0.1";
}

}  // namespace orbweaver::os
