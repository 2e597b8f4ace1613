// SPDX-License-Identifier: Apache-2.0
// An application that is installed: its profiles, read and checked.
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

/// Reads the SAD and all that it names: below the root, or one of `elsewhere`. `on_problem` gets a
/// line for each error, with its file and element, as CF::InvalidProfile has no room for one.
/// Throws CF::InvalidFileName for a name that is none, or leads to no file; CF::InvalidProfile for
/// what is no SAD; CF::DomainManager::ApplicationInstallationError with the first error for what
/// deployment could not survive.
[[nodiscard]] std::shared_ptr<const Installed> install(
    const std::string& file, const profile::Root& root,
    const std::map<std::string, std::filesystem::path>& elsewhere,
    const std::function<void(const std::string& line)>& on_problem);

}  // namespace orbweaver::domain
