// SPDX-License-Identifier: Apache-2.0
// An application's files below another folder of the domain, so that two versions lie side by side.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "profile_tree.hpp"

namespace orbweaver::control {

struct MovedTree {
  ProfileTree tree;
  /// The texts of profiles that differ from those on this machine, by name in the domain.
  std::map<std::string, std::string> texts;
};

/// Every file gets the name `folder` + its name. A profile that names another one by an absolute
/// name, or by one below the root, gets a text with the new name; what is relative means the same
/// as before. Blocks: on this machine's file system. Throws Failed for a profile whose names cannot
/// be changed.
[[nodiscard]] MovedTree move_tree(ProfileTree tree, const std::string& folder);

}  // namespace orbweaver::control
