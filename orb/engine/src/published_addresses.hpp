// The addresses that the references of an ORB carry. Pure, apart from the name of this host.
#pragma once
#include <orbweaver/transport/address.hpp>
#include <orbweaver/wire/options.hpp>

#include <span>
#include <vector>

namespace orbweaver::engine {

/// Those that the options name, else the TCP addresses of `listening`. A listener on every interface
/// is published under the name of the host. A port that the options leave open is the port of the
/// first TCP listener; 0 without one.
[[nodiscard]] std::vector<transport::TcpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::Address> listening);

/// Likewise, of datagrams.
[[nodiscard]] std::vector<transport::UdpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::UdpAddress> listening);

}  // namespace orbweaver::engine
