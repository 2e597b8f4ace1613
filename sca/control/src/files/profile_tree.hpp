// SPDX-License-Identifier: Apache-2.0
// The files of this machine that an application consists of, and their names in the domain.
#pragma once
#include <orbweaver/control/verbs.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::control {

struct TreeFile {
  std::filesystem::path local;
  std::string name;         // in the domain's file system
  bool is_profile = false;  // whatever its name ends with
};

struct ProfileTree {
  std::string sad;              // its name in the domain
  std::string id;               // of the application
  std::vector<TreeFile> files;  // the SAD first
};

/// Reads and checks the SAD and all that it names, as `orbweaver check` does. A file that a profile
/// names by a relative name lies beside that profile in the domain, too; one with an absolute name
/// lies where the name says. Throws Failed: if a profile has errors; if a name leads out of the
/// domain's file system.
[[nodiscard]] ProfileTree read_tree(const Install& wanted);

}  // namespace orbweaver::control
