// SPDX-License-Identifier: Apache-2.0
#include "moved_tree.hpp"

#include <orbweaver/os/read_file.hpp>
#include <orbweaver/profile/profile.hpp>

#include <filesystem>
#include <set>

#include "file_names_in.hpp"

namespace orbweaver::control {

namespace {

namespace fs = std::filesystem;

/// The names of the tree's files before they were moved.
class TreeNames {
 public:
  explicit TreeNames(const ProfileTree& tree) {
    for (const auto& file : tree.files)
      for (fs::path name{file.name}; name.has_relative_path(); name = name.parent_path())
        names_.insert(name.generic_string());  // an implementation's code may be a folder
  }
  /// Returns the file that `named` means below the root, unless the profile `from` has a file of
  /// this name beside it.
  [[nodiscard]] std::optional<std::string> by_root(const std::string& from,
                                                   const std::string& named) const {
    const bool is_absolute = named.starts_with('/');
    if (named.empty() || (!is_absolute && is_there(fs::path{from}.parent_path() / named)))
      return std::nullopt;
    const auto whole = is_absolute ? fs::path{named} : fs::path{"/"} / named;
    if (!is_there(whole)) return std::nullopt;
    return whole.lexically_normal().generic_string();
  }

 private:
  [[nodiscard]] bool is_there(const fs::path& name) const {
    return names_.contains(name.lexically_normal().generic_string());
  }
  std::set<std::string> names_;
};

std::string text_of_file(const fs::path& file) {
  auto text = os::read_file(file, profile::ReadLimits{}.bytes);
  if (!text) fail("read " + file.string(), "it cannot be opened");
  return *std::move(text);
}

/// Compares the names in both texts. A name that was not replaced would lead to the installed
/// version.
void refuse_if_not_moved(const TreeFile& file, const std::string& before, const std::string& after,
                         const NewName& new_name) {
  const auto was = profile::read_profile(before, file.name).files;
  const auto is = profile::read_profile(after, file.name).files;
  for (std::size_t i = 0; i < was.size(); ++i)
    if (i >= is.size() || is[i].name != new_name(was[i].name).value_or(was[i].name))
      fail("move " + file.local.string(),
           "its name of the file '" + was[i].name + "' cannot be changed",
           "write it as <localfile name=\"...\"/>, in UTF-8");
}

}  // namespace

MovedTree move_tree(ProfileTree tree, const std::string& folder) {
  const TreeNames names{tree};
  MovedTree moved_tree;
  for (auto& file : tree.files) {
    const auto name = folder + file.name;
    const NewName new_name = [&](const std::string& named) -> std::optional<std::string> {
      auto meant = names.by_root(file.name, named);
      return meant ? std::optional{folder + *meant} : std::nullopt;
    };
    if (file.is_profile) {
      const auto before = text_of_file(file.local);
      auto after = with_file_names(before, new_name);
      refuse_if_not_moved(file, before, after, new_name);
      if (after != before) moved_tree.texts[name] = std::move(after);
    }
    file.name = name;
  }
  tree.sad = folder + tree.sad;
  moved_tree.tree = std::move(tree);
  return moved_tree;
}

}  // namespace orbweaver::control
