// SPDX-License-Identifier: Apache-2.0
// How a domain deals with nodes of other processes. SCA 2.2.2, 3.1.3.2.3.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/corba/object.hpp>

#include <chrono>
#include <cstddef>
#include <string>

namespace orbweaver::registry {

/// Times and limits of nodes, that is, of device managers. Read once, when the domain is made.
struct NodeOptions {
  /// A lease outside of these two is taken as the nearer one.
  static constexpr Nanoseconds kShortestLease = std::chrono::milliseconds{20};
  /// The longest lease.
  static constexpr Nanoseconds kLongestLease = std::chrono::seconds{10};

  /// How long a node, a device or a component goes unasked. One that is then silent for half of it
  /// leaves the domain.
  Nanoseconds lease = std::chrono::milliseconds{500};
  /// The time for all questions of one registration together.
  Nanoseconds timeout = std::chrono::seconds{5};
  std::size_t threads = 4;            ///< that ask all of them
  std::size_t registrations = 16;     ///< at once; a client of one more is asked to try again
  std::size_t most_nodes = 1'000;     ///< of the domain
  std::size_t most_devices = 1'000;   ///< of one node
  std::size_t most_services = 1'000;  ///< of one node
};

/// A node, device or service that came or went.
struct NodeChange {
  /// `registered`: it came. `unregistered`: it left in order. `lost`: it left without a word, or
  /// does not answer.
  enum class What { registered, unregistered, lost };
  /// `node`: a device manager; `device` and `service`: what one registered.
  enum class Kind { node, device, service };
  What what = What::registered;  ///< what happened
  Kind kind = Kind::node;        ///< to what
  std::string id;                ///< of a service its name
  std::string label;             ///< of a service empty
  std::string node;              ///< id of the node that it belongs to
  std::string how;               ///< if it is lost: "it did not answer within 750 ms"
  CORBA::object_reference<CORBA::Object> object = nullptr;  ///< its own
};

/// "device 'd1' of node 'n1' left the domain: it did not answer within 750 ms"
[[nodiscard]] std::string line_of(const NodeChange& change);

}  // namespace orbweaver::registry
