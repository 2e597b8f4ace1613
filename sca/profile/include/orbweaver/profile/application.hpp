// SPDX-License-Identifier: Apache-2.0
// A whole application: the SAD and the components of all its files.
#pragma once
#include <orbweaver/profile/component_profile.hpp>

#include <map>

namespace orbweaver::profile {

struct Application {
  std::shared_ptr<const Profile> profile;  // the SAD's
  const SoftwareAssembly* assembly = nullptr;
  std::map<std::string, std::shared_ptr<const ComponentProfile>> components;  // by componentfile id

  /// The component of a placement; null if its files could not be read.
  [[nodiscard]] const ComponentProfile* component_of(const ComponentPlacement& placement) const;
};

/// The result of `load_application`: usable if there is no error among the findings.
struct LoadedApplication {
  Application application;
  Findings findings;  // of every file involved, and of how they fit together
  [[nodiscard]] bool usable() const { return count(findings, Severity::error) == 0; }
};

/// Reads a SAD and all that it names, and checks it as `orbweaver check` does.
/// Blocks: on the file system. Never fails: see the findings. `root`: none for a guess.
[[nodiscard]] LoadedApplication load_application(const std::filesystem::path& sad, Library& library,
                                                 const std::optional<Root>& root = {});

}  // namespace orbweaver::profile
