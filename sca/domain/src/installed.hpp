// SPDX-License-Identifier: Apache-2.0
// An installed application: its profiles, read and checked.
#pragma once
#include <orbweaver/generated/sca/CF/DomainManager.hpp>
#include <orbweaver/profile/application.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace orbweaver::domain {

struct Installed {
  profile::Application application;
  std::string file;  // absolute in the SCA file system
  [[nodiscard]] const std::string& id() const { return application.assembly->id; }
  [[nodiscard]] const std::string& name() const { return application.assembly->name; }
};

/// Reads and checks the SAD and all files that it names, below the root or in `elsewhere`.
/// `on_problem` gets a line with file and element for each error, as CF::InvalidProfile has no room
/// for it.
/// Throws CF::InvalidFileName if the name is no valid name or there is no such file;
/// CF::InvalidProfile if the file is no SAD; CF::DomainManager::ApplicationInstallationError, with
/// the first error, if the application cannot be deployed.
[[nodiscard]] std::shared_ptr<const Installed> install(
    const std::string& file, const profile::Root& root,
    const std::map<std::string, std::filesystem::path>& elsewhere,
    const std::function<void(const std::string& line)>& on_problem);

}  // namespace orbweaver::domain
