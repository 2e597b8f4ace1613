// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "checks/rules.hpp"

namespace orbweaver::profile::checks {

void UniqueIds::add(const std::string& id, const Position& at) {
  if (id.empty()) return;
  const auto [first, fresh] = seen_.emplace(id, at);
  if (fresh) return;
  findings_->push_back({Code::id_duplicate, at, element_ + " '" + id + "'",
                        "line " + std::to_string(first->second.line) + " has this id already",
                        "give each " + element_ + " an id of its own"});
}

std::string shown(const std::string& name) {
  constexpr std::size_t kLongest = 80;
  return name.size() > kLongest ? name.substr(0, kLongest) + "..." : name;
}

void NameList::add(const std::string& name) {
  if (++count_ <= kShown) text_ += (text_.empty() ? "" : ", ") + shown(name);
}

std::string NameList::text(const std::string& before, const std::string& if_none) const {
  if (count_ == 0) return if_none;
  return before + text_ + (count_ > kShown ? ", ..." : "");
}

const Placed* Assembly::find(const std::string& id) const {
  const auto found = std::ranges::find_if(
      placed, [&](const Placed& entry) { return entry.instantiation->id == id; });
  return found == placed.end() ? nullptr : &*found;
}

const Placed* Assembly::find_by_name(const std::string& naming_name) const {
  const auto name = naming_name.substr(naming_name.rfind('/') + 1);
  const auto found = std::ranges::find_if(placed, [&](const Placed& entry) {
    const auto& find = entry.instantiation->find;
    return find && find->naming_name &&
           (*find->naming_name == naming_name || *find->naming_name == name);
  });
  return found == placed.end() ? nullptr : &*found;
}

const ComponentProfile* Assembly::component_of(const Placed& component) const {
  const auto found = components->find(component.placement->file.refid);
  return found == components->end() ? nullptr : found->second.get();
}

std::string Assembly::ids() const {
  NameList names;
  for (const auto& entry : placed) names.add(entry.instantiation->id);
  return names.text("components here: ", "no component is placed");
}

}  // namespace orbweaver::profile::checks
