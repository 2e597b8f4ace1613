// SPDX-License-Identifier: Apache-2.0
// Finds the running domains of this user. A domain claims a file while it runs, so that an
// operator's command and a node find it without an option.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/claimed_file.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::runfile {

struct DomainEntry {
  std::string name;          // "Orbweaver"
  std::string manager;       // reference of its CF::DomainManager
  std::string naming;        // reference of the naming service that its components are bound in
  int process = 0;           // its id
  bool keeps_state = false;  // it has a state file: the next domain can adopt its applications
  friend bool operator==(const DomainEntry&, const DomainEntry&) = default;
};

/// Returns `$XDG_RUNTIME_DIR/orbweaver` if that variable names a folder of this user; else
/// `/tmp/orbweaver-UID`.
[[nodiscard]] std::filesystem::path folder_of_this_user();

/// Publishes in `folder` that the domain runs, until the result is destroyed or this process ends.
/// Makes the folder, for this user only, if it does not exist. Fails with one line: another domain
/// of this name runs; other users may enter the folder; it cannot be written.
[[nodiscard]] Result<os::ClaimedFile, std::string> publish(const std::filesystem::path& folder,
                                                           const DomainEntry& domain);

/// Returns the running domains, by name. Ignores files of killed domains, and a folder that other
/// users may enter. Threads: any.
[[nodiscard]] std::vector<DomainEntry> running_domains(const std::filesystem::path& folder);

}  // namespace orbweaver::runfile
