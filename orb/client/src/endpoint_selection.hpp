// SPDX-License-Identifier: Apache-2.0
// Which endpoints of an object can be used from here, and why a connection uses one of them and no
// faster one. Pure, apart from here_of(), which reads the name of this host, and DatagramNotices.
#pragma once
#include <orbweaver/base/choice.hpp>
#include <orbweaver/client/reference.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/wire/options.hpp>

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::client {

/// The caller's side: its choice of a transport, the transports that it has, and its host.
struct Here {
  wire::TransportChoice choice = wire::TransportChoice::automatic;
  wire::LocalTransports transports;
  std::string host;
  wire::UseOfTls use_of_tls = wire::UseOfTls::prefer;
  bool has_authorities = false;  // for TLS
};
[[nodiscard]] Here here_of(const wire::Options& options);

/// The first IIOP profile, and the others with the same object key. The first one also has the
/// components that the reference has for all profiles.
[[nodiscard]] std::vector<giop::IiopProfile> usable_profiles(const giop::Ior& ior);
/// The traits of the object, as the reference states them.
[[nodiscard]] giop::ObjectTraits traits_of(std::span<const giop::IiopProfile> profiles);
/// The reference without the usable profiles, if it has IIOP profiles of another object.
[[nodiscard]] std::optional<giop::Ior> without_first_object(const giop::Ior& ior);

/// The highest GIOP version that all profiles and this ORB support.
[[nodiscard]] giop::Version version_for(std::span<const giop::IiopProfile> profiles,
                                        const wire::Options& options) noexcept;

/// The addresses that can be used from here; of each profile the fastest first. An address may
/// still be out of reach, as in another network namespace; connecting then tries the next.
[[nodiscard]] std::vector<transport::Address> addresses_of(
    std::span<const giop::IiopProfile> profiles, const Here& here);

/// For a reference without a usable address: one line that says what was looked for, and what the
/// reference has.
[[nodiscard]] std::string why_no_address(const giop::Ior& ior, const Here& here);

/// An address that could not be reached.
struct UnreachedAddress {
  transport::Address address;
  std::string why;  // names the address
};

/// The choice of the connection to `taken`, with its reason.
[[nodiscard]] Choice choice_of_endpoint(const giop::Ior& ior, const transport::Address& taken,
                                        Reference::Sharing sharing,
                                        std::span<const UnreachedAddress> refusals,
                                        const Here& here);
/// The choice of a socket for datagrams.
[[nodiscard]] Choice choice_of_datagrams(const transport::UdpAddress& taken);

/// Warns of servers that take no datagrams, if -ORBtransport udp asks for them. Threads: any.
class DatagramNotices {
 public:
  /// Call it when a connection to `taken` was made for the object of `ior`. Writes a warning, once
  /// for each address, if -ORBtransport udp is set and the reference offers no datagrams.
  void connected(const wire::Options& options, const giop::Ior& ior,
                 const transport::Address& taken);

 private:
  os::Mutex mutex_;
  std::set<transport::Address> warned_;
};

}  // namespace orbweaver::client
