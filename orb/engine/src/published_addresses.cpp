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

template <class Address>
std::vector<Address> those_of(std::span<const transport::Address> listening) {
  std::vector<Address> found;
  for (const auto& address : listening)
    if (const auto* one = std::get_if<Address>(&address)) found.push_back(*one);
  return found;
}

}  // namespace

std::vector<transport::TlsAddress> published_tls_addresses(
    const wire::Options& options, std::span<const transport::Address> listening,
    PublishedHosts& hosts) {
  return chosen_or_listening(options.published_tls_endpoints,
                             those_of<transport::TlsAddress>(listening), hosts);
}

std::vector<transport::TcpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::Address> listening,
    PublishedHosts& hosts) {
  return chosen_or_listening(options.published_endpoints,
                             those_of<transport::TcpAddress>(listening), hosts);
}

std::vector<transport::UdpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::UdpAddress> listening,
    PublishedHosts& hosts) {
  return chosen_or_listening(options.published_datagram_endpoints,
                             {listening.begin(), listening.end()}, hosts);
}

}  // namespace orbweaver::engine
