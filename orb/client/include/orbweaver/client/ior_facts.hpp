// What an ORB learns from an IOR about how to speak to the object.
#pragma once
#include <orbweaver/cdr/code_sets.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/object_traits.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/wire/options.hpp>

#include <optional>
#include <vector>

namespace orbweaver::client {

struct IorFacts {
  giop::OctetBuffer object_key;
  /// The GIOP version of requests: the highest that both sides support.
  giop::Version version;
  /// How texts in requests and replies are encoded.
  cdr::CodeSets code_sets;
  /// The code sets that the first request of a connection names; nothing if the server named none.
  std::optional<giop::TransmissionCodeSets> agreed_code_sets;
  /// If not, the object cannot be called.
  bool has_common_code_set = true;
  /// Whether requests contain the priority of the calling thread.
  bool propagates_priority = false;
  /// The promises of the server for the object.
  giop::ObjectTraits traits;
  /// Best first.
  std::vector<transport::Address> addresses;
  /// The address for one-way requests as datagrams, if this ORB uses them and the server offers it.
  /// All requests through this reference are then numbered, as with OrderedDelivery.
  std::optional<transport::UdpAddress> datagram_address;
};

[[nodiscard]] IorFacts learn_from(const giop::Ior& ior, const wire::Options& options);

}  // namespace orbweaver::client
