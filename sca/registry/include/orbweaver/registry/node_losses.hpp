// SPDX-License-Identifier: Apache-2.0
// Nodes and devices that a domain lost: they were registered, did not unregister, and have not come
// back. An operator is to hear of them as long as that is so, or until the operator says that they
// do not come back.
#pragma once
#include <orbweaver/registry/node_options.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::registry {

/// Threads: one at a time.
class NodeLosses {
 public:
  /// As many as this are listed, and of more their ids kept. Beyond these they are not counted.
  static constexpr std::size_t kMost = 1'000, kMostIds = 100'000;

  /// Notes a node or device that is lost, and forgets one that registered or unregistered. With a
  /// node that unregistered, it forgets the devices of the node.
  void note(const NodeChange& change);
  /// The node of this id with its devices, or the device of it. False: neither is lost.
  bool forget(const std::string& id);

  /// A line for each node, and for each device whose node is not lost with it: "node 'n1' is lost:
  /// it did not answer within 750 ms".
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  using Kind = NodeChange::Kind;

  template <class IsOne>
  bool forget_if(IsOne is_one);
  [[nodiscard]] bool has_node(const std::string& id) const;

  std::vector<NodeChange> lost_;                              // in the order in which they went
  std::map<std::pair<Kind, std::string>, std::string> more_;  // that had no room: the node of each
};

}  // namespace orbweaver::registry
