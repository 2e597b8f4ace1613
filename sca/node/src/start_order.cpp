// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/node/node_plan.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace orbweaver::node {

namespace {

using Components = std::vector<NodeComponent>;

std::string joined_ids(const Components& components) {
  std::string ids;
  for (const auto& component : components) ids += (ids.empty() ? "'" : ", '") + component.id + "'";
  return ids;
}

}  // namespace

// A component does not wait for a `deploy_on` or `part_of` that is not in the list: the check of
// the DCD reports that.
Result<Components, std::string> in_start_order(Components components) {
  std::set<std::string> left;
  for (const auto& component : components) left.insert(component.id);
  Components ordered;
  while (!components.empty()) {
    const auto next = std::ranges::find_if(components, [&](const NodeComponent& node_component) {
      return !left.contains(node_component.deploy_on) && !left.contains(node_component.part_of);
    });
    if (next == components.end())
      return unexpected("each of the devices " + joined_ids(components) +
                        " waits for another one of them; change deployondevice or "
                        "compositepartofdevice of one");
    left.erase(next->id);
    ordered.push_back(std::move(*next));
    components.erase(next);
  }
  return ordered;
}

const NodeComponent* NodePlan::find(std::string_view id) const {
  const auto found = std::ranges::find(components, id, &NodeComponent::id);
  return found == components.end() ? nullptr : &*found;
}

}  // namespace orbweaver::node
