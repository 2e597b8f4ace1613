// SPDX-License-Identifier: Apache-2.0
// Moves an application's files below another folder of the domain, so that two versions can be
// installed.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "profile_tree.hpp"

namespace orbweaver::control {

struct MovedTree {
  ProfileTree tree;
  /// The changed texts of profiles, by the file's name in the domain.
  std::map<std::string, std::string> texts;
};

/// Puts `folder` before the name of every file. Absolute names in profiles, and names that count
/// from the root, are changed accordingly; relative names stay. Blocks: on this machine's file
/// system. Throws Failed for a profile whose names cannot be changed.
[[nodiscard]] MovedTree move_tree(ProfileTree tree, const std::string& folder);

}  // namespace orbweaver::control
