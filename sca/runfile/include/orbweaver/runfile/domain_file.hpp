// SPDX-License-Identifier: Apache-2.0
// Finds the domains of this user that run on this machine. A domain claims a file while it runs; so
// an operator's command and a node find it without an option.
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
  bool keeps_state = false;  // the domain that is started next knows what runs
  friend bool operator==(const DomainEntry&, const DomainEntry&) = default;
};

/// `$XDG_RUNTIME_DIR/orbweaver` if that variable names a folder of this user; else
/// `/tmp/orbweaver-UID`.
[[nodiscard]] std::filesystem::path folder_of_this_user();

/// Says in `folder` that the domain runs, until the result is destroyed or this process ends. Makes
/// the folder, for this user alone, if it is not there. Fails with one line: another domain of this
/// name runs, or the folder may be entered by others, or cannot be written.
[[nodiscard]] Result<os::ClaimedFile, std::string> publish(const std::filesystem::path& folder,
                                                           const DomainEntry& domain);

/// The domains that run, by name. Files of a domain that was killed are passed over, and so is a
/// folder that other users may enter. Threads: any.
[[nodiscard]] std::vector<DomainEntry> running_domains(const std::filesystem::path& folder);

}  // namespace orbweaver::runfile
