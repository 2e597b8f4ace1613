// SPDX-License-Identifier: Apache-2.0
#include "published_addresses.hpp"

namespace orbweaver::engine {

namespace {

bool is_every_interface(const std::string& host) {
  return host.empty() || host == "0.0.0.0" || host == "::";
}

template <class Address>
std::vector<Address> chosen_or_listening(std::vector<Address> chosen,
                                         std::vector<Address> listening, PublishedHosts& hosts) {
  const auto port = listening.empty() ? std::uint16_t{0} : listening.front().port;
  for (auto& address : chosen) {
    hosts.check(address.host);
    if (address.port == 0) address.port = port;
  }
  if (!chosen.empty()) return chosen;
  for (auto& address : listening)
    if (is_every_interface(address.host)) address.host = hosts.own();
  return listening;
}

}  // namespace

std::vector<transport::TcpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::Address> listening,
    PublishedHosts& hosts) {
  std::vector<transport::TcpAddress> by_tcp;
  for (const auto& address : listening)
    if (const auto* tcp = std::get_if<transport::TcpAddress>(&address)) by_tcp.push_back(*tcp);
  return chosen_or_listening(options.published_endpoints, std::move(by_tcp), hosts);
}

std::vector<transport::UdpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::UdpAddress> listening,
    PublishedHosts& hosts) {
  return chosen_or_listening(options.published_datagram_endpoints,
                             {listening.begin(), listening.end()}, hosts);
}

}  // namespace orbweaver::engine
