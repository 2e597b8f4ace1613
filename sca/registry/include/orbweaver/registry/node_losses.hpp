// SPDX-License-Identifier: Apache-2.0
// The nodes and devices that a domain lost: they registered, did not unregister, and have not come
// back. An operator sees them in `orbweaver health` until they come back, or until the operator
// says that they will not.
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
  /// kMost entries are listed; of further ones only the ids are kept; beyond kMostIds they are
  /// ignored.
  static constexpr std::size_t kMost = 1'000, kMostIds = 100'000;

  /// Adds a lost node or device; removes one that registered or unregistered. If a node
  /// unregistered, its devices are removed with it.
  void note(const NodeChange& change);
  /// Removes the node with this id and its devices, or the device with this id. Returns false if
  /// there is neither.
  bool forget(const std::string& id);

  /// Returns a line for each node, and for each device whose node is not lost: "node 'n1' is lost:
  /// it did not answer within 750 ms".
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  using Kind = NodeChange::Kind;

  template <class IsOne>
  bool forget_if(IsOne is_one);
  [[nodiscard]] bool has_node(const std::string& id) const;

  std::vector<NodeChange> lost_;  // in the order of the losses
  // further losses, with the id of the node
  std::map<std::pair<Kind, std::string>, std::string> more_;
};

}  // namespace orbweaver::registry
