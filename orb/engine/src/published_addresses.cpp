#include "published_addresses.hpp"

#include <orbweaver/os/socket.hpp>

namespace orbweaver::engine {

namespace {

std::string host_for_clients(const std::string& host) {
  const bool is_every_interface = host.empty() || host == "0.0.0.0" || host == "::";
  return is_every_interface ? os::host_name() : host;
}

template <class Address>
std::vector<Address> chosen_or_listening(std::vector<Address> chosen,
                                         std::vector<Address> listening) {
  const auto port = listening.empty() ? std::uint16_t{0} : listening.front().port;
  for (auto& address : chosen)
    if (address.port == 0) address.port = port;
  for (auto& address : listening) address.host = host_for_clients(address.host);
  return chosen.empty() ? listening : chosen;
}

}  // namespace

std::vector<transport::TcpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::Address> listening) {
  std::vector<transport::TcpAddress> by_tcp;
  for (const auto& address : listening)
    if (const auto* tcp = std::get_if<transport::TcpAddress>(&address)) by_tcp.push_back(*tcp);
  return chosen_or_listening(options.published_endpoints, std::move(by_tcp));
}

std::vector<transport::UdpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::UdpAddress> listening) {
  return chosen_or_listening(options.published_datagram_endpoints,
                             {listening.begin(), listening.end()});
}

}  // namespace orbweaver::engine
