// What an ORB learns from an IOR about how to speak to the object.
#pragma once
#include <orbweaver/cdr/code_sets.hpp>
#include <orbweaver/giop/code_sets.hpp>
#include <orbweaver/giop/ior.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/transport/address.hpp>
#include <orbweaver/wire/options.hpp>

#include <optional>
#include <vector>

namespace orbweaver::client {

struct IorFacts {
  giop::OctetBuffer object_key;
  /// In which to speak to the object: the highest that both sides know.
  giop::Version version;
  /// How the texts in requests and replies travel.
  cdr::CodeSets code_sets;
  /// What the first request of a connection says about that; nothing if the server said nothing.
  std::optional<giop::TransmissionCodeSets> agreed_code_sets;
  /// If not, the object cannot be called.
  bool has_common_code_set = true;
  /// Whether requests say the priority of the calling thread.
  bool propagates_priority = false;
  /// Whose priority requests run at, if the server said so.
  std::optional<giop::PriorityModel> priority_model;
  /// Best first.
  std::vector<transport::Address> addresses;
  /// Where one-way requests go as datagrams, if this ORB chooses so and the server offers it. They
  /// are always numbered, as with OrderedDelivery, and so are all others through this reference.
  std::optional<transport::UdpAddress> datagram_address;
};

[[nodiscard]] IorFacts learn_from(const giop::Ior& ior, const wire::Options& options);

}  // namespace orbweaver::client
