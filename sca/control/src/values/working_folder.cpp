// SPDX-License-Identifier: Apache-2.0
#include "values/working_folder.hpp"

#include <algorithm>
#include <string>
#include <variant>

namespace orbweaver::control {

namespace {

constexpr const char* kWorkingFolder = "working_folder";

bool is_set(const std::vector<Assignment>& set, const std::string& id) {
  return std::ranges::find(set, id, &Assignment::id) != set.end();
}

/// Whether the property is a text. A component of another framework may use the same name for
/// something else.
bool is_text(const property::Property& definition) {
  const auto* simple = std::get_if<property::Simple>(&definition);
  return simple != nullptr && simple->shape.type == property::Type::string;
}

bool wants_folder(KnownProperties& known, const std::string& component,
                  const std::vector<Assignment>& set) {
  const auto id = component + "." + kWorkingFolder;
  if (is_set(set, id) || (component == known.component() && is_set(set, kWorkingFolder)))
    return false;
  const auto settable = known.settable_of(component);
  if (std::ranges::find(settable, kWorkingFolder) == settable.end()) return false;
  const auto found = known.find(id);
  return found && found->component == component && !found->given && is_text(found->definition);
}

}  // namespace

bool runs_on_this_machine(const Domain& domain) {
  const auto is_it = [&](const runfile::DomainEntry& entry) {
    try {
      return domain.manager->_is_equivalent(object_of(domain.orb, entry.manager));
    } catch (const Failed&) {  // a file that the SAD names cannot be read: no folder is set
      return false;
    }
  };
  return std::ranges::any_of(domain.choice.running, is_it);
}

std::vector<Assignment> working_folders(KnownProperties& known, const std::filesystem::path& folder,
                                        const std::vector<Assignment>& set) {
  std::vector<Assignment> assignments;
  try {
    for (const auto& component : known.components())
      if (wants_folder(known, component, set))
        assignments.push_back({component + "." + kWorkingFolder, folder.string()});
  } catch (const Failed&) {  // the domain reports what is wrong with its files
    return {};
  }
  return assignments;
}

}  // namespace orbweaver::control
