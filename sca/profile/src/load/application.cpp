// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/profile/application.hpp>

#include "checks/session.hpp"

namespace orbweaver::profile {

const ComponentProfile* Application::component_of(const ComponentPlacement& placement) const {
  const auto found = components.find(placement.file.refid);
  return found == components.end() ? nullptr : found->second.get();
}

LoadedApplication load_application(const std::filesystem::path& sad, Library& library,
                                   const std::optional<Root>& root) {
  LoadedApplication loaded;
  checks::Session session(library, {root ? std::optional{root->folder()} : std::nullopt, {}});
  loaded.application = session.check_application(sad);
  loaded.findings = session.finish();
  return loaded;
}

}  // namespace orbweaver::profile
