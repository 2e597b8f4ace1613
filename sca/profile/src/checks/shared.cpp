#include <algorithm>

#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

void Ids::add(const std::string& id, const Position& at) {
  if (id.empty()) return;
  const auto [first, fresh] = seen_.emplace(id, at);
  if (fresh) return;
  findings_->push_back({Code::id_duplicate, at, element_ + " '" + id + "'",
                        "line " + std::to_string(first->second.line) + " has this id already",
                        "give each " + element_ + " an id of its own"});
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 8;
  std::string all;
  for (std::size_t i = 0; i < std::min(kShown, names.size()); ++i)
    all += (all.empty() ? "" : ", ") + names[i];
  return all + (names.size() > kShown ? ", ..." : "");
}

const Placed* Assembly::find(const std::string& id) const {
  const auto found = std::ranges::find_if(
      placed, [&](const Placed& each) { return each.instantiation->id == id; });
  return found == placed.end() ? nullptr : &*found;
}

const Placed* Assembly::find_by_name(const std::string& naming_name) const {
  const auto name = naming_name.substr(naming_name.rfind('/') + 1);
  const auto found = std::ranges::find_if(placed, [&](const Placed& each) {
    const auto& find = each.instantiation->find;
    return find && find->naming_name &&
           (*find->naming_name == naming_name || *find->naming_name == name);
  });
  return found == placed.end() ? nullptr : &*found;
}

const Component* Assembly::component_of(const Placed& each) const {
  const auto found = components->find(each.placement->file.refid);
  return found == components->end() ? nullptr : found->second.get();
}

std::string Assembly::ids() const {
  std::vector<std::string> names;
  for (const auto& each : placed) names.push_back(each.instantiation->id);
  return names.empty() ? "no component is placed" : "components here: " + listed(names);
}

}  // namespace orbweaver::profile::checks
