// SPDX-License-Identifier: Apache-2.0
// How a domain treats nodes of other processes. SCA 2.2.2, 3.1.3.2.3.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/object.hpp>

#include <chrono>
#include <cstddef>
#include <string>

namespace orbweaver::registry {

/// Times and limits of nodes, that is, of device managers. Read once, when the domain is made.
struct NodeOptions {
  /// The shortest lease. A lease outside of the limits is taken as the nearer limit.
  static constexpr Nanoseconds kShortestLease = std::chrono::milliseconds{20};
  /// The longest lease.
  static constexpr Nanoseconds kLongestLease = std::chrono::seconds{10};

  /// The interval after which a node, a device or a component is asked whether it exists. A node or
  /// device that does not answer within half of it leaves the domain.
  Nanoseconds lease = std::chrono::milliseconds{500};
  /// The time for all calls of one registration together.
  Nanoseconds timeout = std::chrono::seconds{5};
  std::size_t threads = 4;            ///< threads that ask nodes, devices and components
  std::size_t registrations = 16;     ///< at the same time; a further client gets CF_EAGAIN
  std::size_t most_nodes = 1'000;     ///< of the domain
  std::size_t most_devices = 1'000;   ///< of one node
  std::size_t most_services = 1'000;  ///< of one node
};

/// A node, device or service that was added to the domain or removed.
struct NodeChange {
  /// `registered`: it was added. `unregistered`: it left in order. `lost`: its process has ended,
  /// or it does not answer.
  enum class What { registered, unregistered, lost };
  /// `node`: a device manager. `device`, `service`: one that a device manager registered.
  enum class Kind { node, device, service };
  What what = What::registered;  ///< what happened
  Kind kind = Kind::node;        ///< to what
  std::string id;                ///< of a service: its name
  std::string label;             ///< of a service: empty
  std::string node;              ///< id of its node
  std::string how;               ///< of a loss: "it did not answer within 750 ms"
  CORBA::object_reference<CORBA::Object> object = nullptr;  ///< the node, device or service itself
};

/// Returns "device 'd1' of node 'n1' left the domain: it did not answer within 750 ms".
[[nodiscard]] std::string line_of(const NodeChange& change);

}  // namespace orbweaver::registry
