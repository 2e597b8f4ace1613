// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/paths.hpp>
#include <orbweaver/profile/root.hpp>

#include <algorithm>

namespace orbweaver::profile {

namespace {

namespace fs = std::filesystem;

/// Whether one of the profile's absolute names is a file below the root.
bool has_files_of(const Root& root, const Profile& profile) {
  return std::ranges::any_of(profile.files, [&](const LocalFile& file) {
    return file.name.starts_with('/') && root.find(file.name, root.folder());
  });
}

}  // namespace

std::string name_below(const Root& root, const fs::path& file) {
  std::error_code error;
  const auto real_root = os::canonical(root.folder(), error);
  const auto relative = os::weakly_canonical(file, error).lexically_relative(real_root);
  if (error || relative.empty() || *relative.begin() == "..") return {};
  return "/" + relative.generic_string();
}

Root root_for(const Profile& profile, const fs::path& file) {
  auto root = guess_root(profile, sdr_root_of_this_program());
  const bool is_meant = !name_below(root, file).empty() || has_files_of(root, profile);
  return is_meant ? root : guess_root(profile, "");
}

}  // namespace orbweaver::profile
