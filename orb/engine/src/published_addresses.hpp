// SPDX-License-Identifier: Apache-2.0
// The addresses that the references of an ORB carry.
#pragma once
#include "published_hosts.hpp"

#include <orbweaver/transport/address.hpp>
#include <orbweaver/wire/options.hpp>

#include <span>
#include <vector>

namespace orbweaver::engine {

/// The addresses that the options name; without any, the TCP addresses of `listening`. A listener
/// on every interface is published under hosts.own(). A port that the options leave open is the
/// port of the first TCP listener; 0 without one.
[[nodiscard]] std::vector<transport::TcpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::Address> listening,
    PublishedHosts& hosts);

/// The addresses for TLS, chosen in the same way.
[[nodiscard]] std::vector<transport::TlsAddress> published_tls_addresses(
    const wire::Options& options, std::span<const transport::Address> listening,
    PublishedHosts& hosts);

/// The addresses for datagrams, chosen in the same way.
[[nodiscard]] std::vector<transport::UdpAddress> published_addresses(
    const wire::Options& options, std::span<const transport::UdpAddress> listening,
    PublishedHosts& hosts);

}  // namespace orbweaver::engine
