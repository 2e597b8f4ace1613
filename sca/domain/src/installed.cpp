// SPDX-License-Identifier: Apache-2.0
#include "installed.hpp"

#include <orbweaver/files/error_number.hpp>
#include <orbweaver/files/names_below_root.hpp>
#include <orbweaver/os/paths.hpp>

#include <cerrno>
#include <filesystem>

namespace orbweaver::domain {

namespace {

using Elsewhere = std::map<std::string, std::filesystem::path>;

/// Returns the file's path on this machine, for messages.
std::filesystem::path find(const std::string& file, const profile::Root& root,
                           const Elsewhere& elsewhere) {
  const auto name = files::name_of(file);
  if (const auto other = elsewhere.find(name.text()); other != elsewhere.end())
    return other->second;
  auto found = root.find(name.text(), root.folder());
  if (!found) {
    const bool leaves = found.error().cause == profile::NameFault::Cause::leaves_root;
    throw CF::InvalidFileName(files::error_number_of(leaves ? EACCES : ENOENT),
                              file + (leaves ? ": it leads out of the root" : ": no such file"));
  }
  std::error_code error;
  if (!os::is_regular_file(found->real, error))
    throw CF::InvalidFileName(files::error_number_of(EISDIR), file + ": it is no file");
  return found->shown;
}

/// Replaces paths of this machine by names in the SCA file system, as the client may be on another
/// machine.
std::string shown_to_clients(std::string line, const profile::Root& root,
                             const Elsewhere& elsewhere) {
  for (const auto& [name, path] : elsewhere) {
    const auto at = line.find(path.string());
    if (at != std::string::npos) line.replace(at, path.string().size(), name);
  }
  return files::names_below_root(std::move(line), root.folder());
}

}  // namespace

std::shared_ptr<const Installed> install(
    const std::string& file, const profile::Root& root, const Elsewhere& elsewhere,
    const std::function<void(const std::string& line)>& on_problem) {
  const auto found = find(file, root, elsewhere);
  profile::Library library;
  auto loaded = profile::load_application(found, library, root);
  std::string first;
  for (const auto& finding : loaded.findings) {
    if (finding.severity() != profile::Severity::error) continue;
    if (first.empty()) first = line_of(finding);
    if (on_problem) on_problem(line_of(finding));
  }
  if (loaded.application.assembly == nullptr) throw CF::InvalidProfile();
  if (!loaded.usable())
    throw CF::DomainManager::ApplicationInstallationError(CF::ErrorNumberType::CF_EINVAL,
                                                          shown_to_clients(first, root, elsewhere));
  return std::make_shared<Installed>(
      Installed{std::move(loaded.application), files::name_of(file).text()});
}

}  // namespace orbweaver::domain
