// SPDX-License-Identifier: Apache-2.0
// An application: the SAD, and the components that its files define.
#pragma once
#include <orbweaver/profile/component_profile.hpp>

#include <map>

namespace orbweaver::profile {

struct Application {
  std::shared_ptr<const Profile> profile;  // the SAD's
  const SoftwareAssembly* assembly = nullptr;
  std::map<std::string, std::shared_ptr<const ComponentProfile>> components;  // by componentfile id

  /// Returns the component of a placement; null if its files could not be read.
  [[nodiscard]] const ComponentProfile* component_of(const ComponentPlacement& placement) const;
};

/// The result of `load_application`. The application can be used if no finding is an error.
struct LoadedApplication {
  Application application;
  Findings findings;  // about each file, and about conflicts between files
  [[nodiscard]] bool usable() const { return count(findings, Severity::error) == 0; }
};

/// Reads a SAD and all files that it names, and checks them as `orbweaver check` does. Blocks: on
/// the file system. Never fails: see the findings. `root`: nothing if it is to be guessed.
[[nodiscard]] LoadedApplication load_application(const std::filesystem::path& sad, Library& library,
                                                 const std::optional<Root>& root = {});

}  // namespace orbweaver::profile
