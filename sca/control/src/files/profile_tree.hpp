// SPDX-License-Identifier: Apache-2.0
// Finds the local files of an application, and their names in the domain.
#pragma once
#include <orbweaver/control/verbs.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::control {

struct TreeFile {
  std::filesystem::path local;
  std::string name;         // in the domain's file system
  bool is_profile = false;  // by content, not by extension
};

struct ProfileTree {
  std::string sad;              // its name in the domain
  std::string id;               // of the application
  std::vector<TreeFile> files;  // the SAD first
};

/// Reads and checks the SAD and all files that it names, as `orbweaver check` does. A file with a
/// relative name keeps its place relative to the profile that names it; a file with an absolute
/// name gets that name. Throws Failed if a profile has errors, or if a name leads out of the
/// domain's file system.
[[nodiscard]] ProfileTree read_tree(const Install& wanted);

}  // namespace orbweaver::control
