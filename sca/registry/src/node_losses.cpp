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
  const auto listed = std::erase_if(
      lost_, [&](const NodeChange& each) { return is_one(each.kind, each.id, each.node); });
  const auto more = std::erase_if(more_, [&](const auto& each) {
    return is_one(each.first.first, each.first.second, each.second);
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
  return std::ranges::any_of(
      lost_, [&](const NodeChange& each) { return each.kind == Kind::node && each.id == id; });
}

std::vector<std::string> NodeLosses::lines() const {
  std::vector<std::string> made;
  for (const auto& each : lost_)
    if (each.kind == Kind::node || !has_node(each.node)) made.push_back(line_of_loss(each));
  if (!more_.empty())
    made.push_back(std::to_string(more_.size()) + " more were lost, which are not listed");
  return made;
}

}  // namespace orbweaver::registry
