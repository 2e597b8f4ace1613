// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/registry/node_losses.hpp>

#include <algorithm>

namespace orbweaver::registry {

namespace {

using What = NodeChange::What;

std::string line_of_loss(const NodeChange& change) {
  const auto named = change.kind == NodeChange::Kind::node
                         ? "node '" + change.id + "'"
                         : "device '" + change.id + "' of node '" + change.node + "'";
  return named + " is lost: " + change.how;
}

}  // namespace

template <class IsOne>
bool NodeLosses::forget_if(IsOne is_one) {
  const auto listed = std::erase_if(lost_, [&](const NodeChange& node_change) {
    return is_one(node_change.kind, node_change.id, node_change.node);
  });
  const auto more = std::erase_if(more_, [&](const auto& entry) {
    return is_one(entry.first.first, entry.first.second, entry.second);
  });
  return listed + more > 0;
}

void NodeLosses::note(const NodeChange& change) {
  const bool leaves_with_all = change.kind == Kind::node && change.what == What::unregistered;
  (void)forget_if([&](Kind kind, const std::string& id, const std::string& node) {
    return (kind == change.kind && id == change.id) || (leaves_with_all && node == change.id);
  });
  if (change.what != What::lost) return;
  if (lost_.size() < kMost)
    lost_.push_back(change);
  else if (more_.size() < kMostIds)
    more_[{change.kind, change.id}] = change.node;
}

bool NodeLosses::forget(const std::string& forgotten) {
  return forget_if([&](Kind kind, const std::string& id, const std::string& node) {
    return id == forgotten || (kind == Kind::device && node == forgotten);
  });
}

bool NodeLosses::has_node(const std::string& id) const {
  return std::ranges::any_of(lost_, [&](const NodeChange& node_change) {
    return node_change.kind == Kind::node && node_change.id == id;
  });
}

std::vector<std::string> NodeLosses::lines() const {
  std::vector<std::string> lines;
  for (const auto& node_change : lost_)
    if (node_change.kind == Kind::node || !has_node(node_change.node))
      lines.push_back(line_of_loss(node_change));
  if (!more_.empty())
    lines.push_back(std::to_string(more_.size()) + " more were lost, which are not listed");
  return lines;
}

}  // namespace orbweaver::registry
