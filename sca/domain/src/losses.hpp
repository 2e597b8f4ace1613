// Nodes and devices that a domain lost: they were registered, did not unregister, and have not come
// back. An operator is to hear of them as long as that is so.
#pragma once
#include <orbweaver/domain/node_options.hpp>

#include <string>
#include <vector>

namespace orbweaver::domain {

/// Threads: one at a time.
class Losses {
 public:
  /// As many as this are kept; of more, how many.
  static constexpr std::size_t kMost = 1'000;

  /// Of a node or a device. One that is lost is noted; one that registered, or unregistered, is forgotten, and of a
  /// node that unregistered its devices, too.
  void note(const NodeChange& change);

  /// A line for each node, and for each device whose node is not lost with it: "node 'n1' is lost: it
  /// did not answer within 750 ms".
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  [[nodiscard]] bool has_node(const std::string& id) const;

  std::vector<NodeChange> lost_;  // in the order in which they went
  std::size_t more_ = 0;          // that had no room
};

}  // namespace orbweaver::domain
