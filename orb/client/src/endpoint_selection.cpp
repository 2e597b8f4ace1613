// SPDX-License-Identifier: Apache-2.0
#include "endpoint_selection.hpp"

#include <orbweaver/base/log.hpp>
#include <orbweaver/giop/ssl_component.hpp>
#include <orbweaver/os/socket.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace orbweaver::client {

namespace {

/// A kind of endpoint. The table has the fastest first.
struct TransportKind {
  wire::TransportChoice choice;
  std::string_view name;
};
constexpr std::array kKinds{TransportKind{wire::TransportChoice::shm, "shm"},
                            TransportKind{wire::TransportChoice::unix_socket, "unix"},
                            TransportKind{wire::TransportChoice::tls, "tls"},
                            TransportKind{wire::TransportChoice::tcp, "tcp"}};

/// The endpoint of one kind in one profile: its address, or why it cannot be used.
struct ProfileEndpoint {
  std::optional<transport::Address> address;
  std::string obstacle;
};

bool is_wanted(wire::TransportChoice kind, wire::TransportChoice choice) noexcept {
  return choice == kind || choice == wire::TransportChoice::automatic ||
         choice == wire::TransportChoice::udp;
}

std::string_view missing_here(wire::TransportChoice kind,
                              wire::LocalTransports transports) noexcept {
  if (kind == wire::TransportChoice::shm && !transports.shm)
    return "this machine makes no sealed memory to share";
  if (kind == wire::TransportChoice::unix_socket && !transports.unix_socket)
    return "this machine makes no unix sockets";
  return {};
}

// An abstract name or path means something on its own host only.
template <class Address, class Read>
ProfileEndpoint local_endpoint(const giop::IiopProfile& profile, Read read, const Here& here) {
  std::string elsewhere;
  for (const auto& component : profile.components) {
    auto endpoint = read(component);
    if (!endpoint) continue;
    if (endpoint->host == here.host) return {Address{std::move(endpoint->path)}, {}};
    elsewhere = std::move(endpoint->host);
  }
  if (elsewhere.empty()) return {{}, "the reference offers none"};
  return {{}, fmt::format("the reference names host {}, this is {}", elsewhere, here.host)};
}

ProfileEndpoint tls_endpoint(const giop::IiopProfile& profile, const Here& here) {
  const auto ssl = giop::ssl_endpoint_of(profile);
  if (!ssl) return {{}, "the reference offers none"};
  if (here.use_of_tls == wire::UseOfTls::off) return {{}, "-ORBtls off"};
  const bool has_choice = profile.port != 0 && here.use_of_tls == wire::UseOfTls::prefer;
  if (has_choice && !here.has_authorities)
    return {{}, "this side trusts no authorities (-ORBtlsCA)"};
  return {transport::TlsAddress{profile.host, ssl->port}, {}};
}

// Not where TLS is used: else an attacker could block the TLS port, and read the calls.
std::string_view why_not_plain(const giop::IiopProfile& profile, const Here& here) {
  if (here.use_of_tls == wire::UseOfTls::require) return "-ORBtls require";
  if (here.choice != wire::TransportChoice::tcp && tls_endpoint(profile, here).address)
    return "the server offers TLS";
  return {};
}

ProfileEndpoint tcp_endpoint(const giop::IiopProfile& profile, const Here& here) {
  if (profile.port == 0) return {{}, "the reference offers none"};
  if (const auto why = why_not_plain(profile, here); !why.empty()) return {{}, std::string{why}};
  return {transport::TcpAddress{profile.host, profile.port}, {}};
}

void add_alternates(std::vector<transport::Address>& addresses, const giop::IiopProfile& profile,
                    const Here& here) {
  if (!why_not_plain(profile, here).empty()) return;
  for (const auto& component : profile.components)
    if (auto alternate = giop::read_alternate_address(component); alternate && alternate->port != 0)
      addresses.push_back(transport::TcpAddress{std::move(alternate->host), alternate->port});
}

ProfileEndpoint endpoint_of(const giop::IiopProfile& profile, wire::TransportChoice kind,
                            const Here& here) {
  if (const auto missing = missing_here(kind, here.transports); !missing.empty())
    return {{}, std::string{missing}};
  if (kind == wire::TransportChoice::shm)
    return local_endpoint<transport::ShmAddress>(profile, giop::read_shm_component, here);
  if (kind == wire::TransportChoice::unix_socket)
    return local_endpoint<transport::UnixAddress>(profile, giop::read_unix_component, here);
  if (kind == wire::TransportChoice::tls) return tls_endpoint(profile, here);
  return tcp_endpoint(profile, here);
}

std::string_view name_of(const transport::Address& address) noexcept {
  if (std::holds_alternative<transport::ShmAddress>(address)) return "shm";
  if (std::holds_alternative<transport::TlsAddress>(address)) return "tls";
  return std::holds_alternative<transport::UnixAddress>(address) ? "unix" : "tcp";
}

/// Why no profile led by this kind, of which no address was tried.
std::string obstacle_of(std::span<const giop::IiopProfile> profiles, wire::TransportChoice kind,
                        const Here& here) {
  std::string obstacle;
  for (const auto& profile : profiles) {
    auto endpoint = endpoint_of(profile, kind, here);
    if (endpoint.address) return "a later profile of the reference offers it";
    obstacle = std::move(endpoint.obstacle);
  }
  return obstacle;
}

std::string refusals_of(std::string_view kind, std::span<const UnreachedAddress> refusals) {
  std::string text;
  for (const auto& refusal : refusals)
    if (name_of(refusal.address) == kind) text += (text.empty() ? "" : "; ") + refusal.why;
  return text;
}

bool offers(const giop::IiopProfile& profile, wire::TransportChoice kind) {
  const auto any = [&](auto read) {
    return std::ranges::any_of(profile.components,
                               [&](const auto& component) { return read(component).has_value(); });
  };
  if (kind == wire::TransportChoice::shm) return any(giop::read_shm_component);
  if (kind == wire::TransportChoice::unix_socket) return any(giop::read_unix_component);
  if (kind == wire::TransportChoice::tls) return any(giop::read_ssl_component);
  return profile.port != 0;
}

bool offers_any(std::span<const giop::IiopProfile> profiles, wire::TransportChoice kind) {
  return std::ranges::any_of(profiles, [&](const auto& profile) { return offers(profile, kind); });
}

/// One reason for each kind that is faster than the one that was taken, and for each address that
/// was tried without success.
std::string why_not_faster(const giop::Ior& ior, std::string_view taken,
                           std::span<const UnreachedAddress> refusals, const Here& here) {
  const auto profiles = usable_profiles(ior);
  std::string text;
  for (const auto& [kind, name] : kKinds) {
    if (kind == wire::TransportChoice::tls && !offers_any(profiles, kind)) continue;
    auto reason = refusals_of(name, refusals);
    if (reason.empty() && name != taken)
      reason = fmt::format("no {}: {}", name, obstacle_of(profiles, kind, here));
    if (!reason.empty()) text += (text.empty() ? "" : "; ") + reason;
    if (name == taken) break;
  }
  return text;
}

std::string set_by_text(std::string_view kind, std::span<const UnreachedAddress> refusals) {
  const auto refused = refusals_of(kind, refusals);
  return fmt::format("set by -ORBtransport {}{}{}", kind, refused.empty() ? "" : "; ", refused);
}

std::string_view name_of(wire::TransportChoice choice) noexcept {
  const auto* found = std::ranges::find(kKinds, choice, &TransportKind::choice);
  return found == kKinds.end() ? "auto" : found->name;
}

/// The kinds of endpoints that the profiles offer, from any host: "shm, tcp".
std::string offered_by(std::span<const giop::IiopProfile> profiles) {
  std::string names;
  for (const auto& [kind, name] : kKinds)
    if (offers_any(profiles, kind)) names += (names.empty() ? "" : ", ") + std::string{name};
  return names.empty() ? "none" : names;
}

bool offers_datagrams(const giop::Ior& ior) {
  return std::ranges::any_of(usable_profiles(ior), [](const giop::IiopProfile& profile) {
    return std::ranges::any_of(profile.components, [](const giop::TaggedComponent& component) {
      return giop::read_udp_component(component).has_value();
    });
  });
}

}  // namespace

std::string why_no_address(const giop::Ior& ior, const Here& here) {
  const auto profiles = usable_profiles(ior);
  if (profiles.empty()) return "no way to the object: the reference has no IIOP profile";
  std::string obstacles;
  for (const auto& [kind, name] : kKinds)
    if (is_wanted(kind, here.choice))
      obstacles += fmt::format("{}no {}: {}", obstacles.empty() ? "" : "; ", name,
                               obstacle_of(profiles, kind, here));
  return fmt::format("no way to the object by -ORBtransport {} ({}); the reference has {}",
                     name_of(here.choice), obstacles, offered_by(profiles));
}

Here here_of(const wire::Options& options) {
  return {options.transport, options.local_transports, os::host_name(), options.use_of_tls,
          !options.tls.authorities.empty()};
}

giop::ObjectTraits traits_of(std::span<const giop::IiopProfile> profiles) {
  return profiles.empty() ? giop::ObjectTraits{} : giop::read_traits(profiles.front().components);
}

std::vector<giop::IiopProfile> usable_profiles(const giop::Ior& ior) {
  std::vector<giop::TaggedComponent> for_all;
  for (const auto& tagged : ior.profiles)
    for (auto& component : giop::read_multiple_components(tagged))
      for_all.push_back(std::move(component));
  std::vector<giop::IiopProfile> profiles;
  for (const auto& tagged : ior.profiles) {
    auto profile = giop::read_iiop_profile(tagged);
    if (profile && (profiles.empty() || profile->object_key == profiles.front().object_key))
      profiles.push_back(*std::move(profile));
  }
  // Only the first profile gets the components that hold for all profiles, as they name the same
  // addresses for each profile: a reference may have thousands of profiles and of components.
  if (!profiles.empty())
    std::ranges::move(for_all, std::back_inserter(profiles.front().components));
  return profiles;
}

std::optional<giop::Ior> without_first_object(const giop::Ior& ior) {
  const auto first = usable_profiles(ior);
  if (first.empty()) return std::nullopt;
  auto rest = ior;
  std::erase_if(rest.profiles, [&](const auto& tagged) {
    const auto profile = giop::read_iiop_profile(tagged);
    return profile && profile->object_key == first.front().object_key;
  });
  if (usable_profiles(rest).empty()) return std::nullopt;
  return rest;
}

giop::Version version_for(std::span<const giop::IiopProfile> profiles,
                          const wire::Options& options) noexcept {
  giop::Version version{1, options.giop_minor};
  for (const auto& profile : profiles)
    version.minor = std::min(version.minor, profile.version.minor);
  return version;
}

std::vector<transport::Address> addresses_of(std::span<const giop::IiopProfile> profiles,
                                             const Here& here) {
  std::vector<transport::Address> addresses;
  for (const auto& profile : profiles)
    for (const auto& [kind, name] : kKinds) {
      if (!is_wanted(kind, here.choice)) continue;
      if (auto endpoint = endpoint_of(profile, kind, here); endpoint.address)
        addresses.push_back(*std::move(endpoint.address));
      if (kind == wire::TransportChoice::tcp) add_alternates(addresses, profile, here);
    }
  return addresses;
}

Choice choice_of_endpoint(const giop::Ior& ior, const transport::Address& taken,
                          Reference::Sharing sharing, std::span<const UnreachedAddress> refusals,
                          const Here& here) {
  const auto kind = name_of(taken);
  const bool is_automatic =
      here.choice == wire::TransportChoice::automatic || here.choice == wire::TransportChoice::udp;
  auto why = is_automatic ? why_not_faster(ior, kind, refusals, here) : set_by_text(kind, refusals);
  if (why.empty()) why = "the fastest way, and the reference offers it on this host";
  return {fmt::format("{}connection to {}", sharing == Reference::Sharing::own ? "private " : "",
                      to_string(taken)),
          std::string{kind}, std::move(why)};
}

Choice choice_of_datagrams(const transport::UdpAddress& taken) {
  return {"datagrams to " + to_string(taken), "udp",
          "set by -ORBtransport udp, for one-way requests that want no reply"};
}

void DatagramNotices::connected(const wire::Options& options, const giop::Ior& ior,
                                const transport::Address& taken) {
  if (options.transport != wire::TransportChoice::udp || offers_datagrams(ior)) return;
  {
    const std::lock_guard lock(mutex_);
    if (!warned_.insert(taken).second) return;
  }
  log().warn(
      "-ORBtransport udp: the server at {} offers no datagrams, so one-way calls take that "
      "connection; a server that starts with -ORBendPoint giop:udp:HOST:PORT offers them",
      to_string(taken));
}

}  // namespace orbweaver::client
