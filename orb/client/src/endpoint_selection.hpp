// Which endpoints of an object can be used from here, and why a connection took one of them and no
// faster one.
// Pure, but for here_of(): it asks for the name of this host.
#pragma once
#include <orbweaver/client/reference.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/wire/choice.hpp>
#include <orbweaver/wire/options.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orbweaver::client {

/// Where the calls begin.
struct Here {
  wire::TransportChoice choice = wire::TransportChoice::automatic;
  wire::LocalTransports transports;
  std::string host;
};
[[nodiscard]] Here here_of(const wire::Options& options);

/// The IIOP profiles that lead to the object of the first of them, which has the components that
/// the reference has for all, too.
[[nodiscard]] std::vector<giop::IiopProfile> usable_profiles(const giop::Ior& ior);
/// Whose priority requests run at, if the reference says so.
[[nodiscard]] std::optional<giop::PriorityModel> priority_model_of(
    std::span<const giop::IiopProfile> profiles);
/// The same reference without them, if it has IIOP profiles of another object.
[[nodiscard]] std::optional<giop::Ior> without_first_object(const giop::Ior& ior);

/// The highest GIOP version that all of them and this ORB know.
[[nodiscard]] giop::Version version_for(std::span<const giop::IiopProfile> profiles,
                                        const wire::Options& options) noexcept;

/// Those that can be used from here; of each profile the fastest first. One that cannot be reached
/// all the same, as from another network namespace, is passed over when connecting.
[[nodiscard]] std::vector<transport::Address> addresses_of(
    std::span<const giop::IiopProfile> profiles, const Here& here);

/// Of a reference that has none of them: what was looked for, and what it has. One line.
[[nodiscard]] std::string why_no_address(const giop::Ior& ior, const Here& here);

/// An address that could not be reached.
struct Refusal {
  transport::Address address;
  std::string why;  // names the address
};

/// The choice that a connection to `taken` is.
[[nodiscard]] wire::Choice choice_of_endpoint(const giop::Ior& ior, const transport::Address& taken,
                                              Reference::Sharing sharing,
                                              std::span<const Refusal> refusals, const Here& here);
/// That of a socket for datagrams.
[[nodiscard]] wire::Choice choice_of_datagrams(const transport::UdpAddress& taken);

}  // namespace orbweaver::client
