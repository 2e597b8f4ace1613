#include "losses.hpp"

#include <algorithm>

namespace orbweaver::domain {

namespace {

using What = NodeChange::What;
using Kind = NodeChange::Kind;

std::string line_of_loss(const NodeChange& change) {
  const auto named = change.kind == Kind::node
                         ? "node '" + change.id + "'"
                         : "device '" + change.id + "' of node '" + change.node + "'";
  return named + " is lost: " + change.how;
}

}  // namespace

void Losses::note(const NodeChange& change) {
  const bool leaves_with_all = change.kind == Kind::node && change.what == What::unregistered;
  std::erase_if(lost_, [&](const NodeChange& each) {
    return (each.kind == change.kind && each.id == change.id) ||
           (leaves_with_all && each.node == change.id);
  });
  if (change.what != What::lost) return;
  if (lost_.size() == kMost)
    ++more_;
  else
    lost_.push_back(change);
}

bool Losses::has_node(const std::string& id) const {
  return std::ranges::any_of(
      lost_, [&](const NodeChange& each) { return each.kind == Kind::node && each.id == id; });
}

std::vector<std::string> Losses::lines() const {
  std::vector<std::string> made;
  for (const auto& each : lost_)
    if (each.kind == Kind::node || !has_node(each.node)) made.push_back(line_of_loss(each));
  if (more_ > 0) made.push_back(std::to_string(more_) + " more were lost, which are not listed");
  return made;
}

}  // namespace orbweaver::domain
