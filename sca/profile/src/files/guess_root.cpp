#include <algorithm>

#include <orbweaver/profile/root.hpp>

#include "files/beneath.hpp"

namespace orbweaver::profile {

namespace {

namespace fs = std::filesystem;

std::size_t existing_below(const fs::path& folder, const std::vector<fs::path>& names) {
  return static_cast<std::size_t>(std::ranges::count_if(names, [&](const fs::path& name) {
    std::error_code error;
    return fs::exists(folder / name.relative_path(), error);
  }));
}

std::vector<fs::path> absolute_names(const Profile& profile) {
  std::vector<fs::path> names;
  for (const auto& file : profile.files)
    if (file.name.starts_with('/') && file.name.find('\0') == std::string::npos)
      names.emplace_back(file.name);
  return names;
}

// How many folders up relative names lead.
std::size_t folders_up(const Profile& profile) {
  std::size_t most = 0;
  for (const auto& file : profile.files) {
    const auto name = fs::path(file.name).lexically_normal();
    if (name.is_absolute()) continue;
    most = std::max(most, static_cast<std::size_t>(std::ranges::count(name, fs::path{".."})));
  }
  return most;
}

// As the user would write it: relative if the file's name was.
fs::path upwards(const fs::path& from, std::size_t folders) {
  const auto home = from.empty() ? fs::path{"."} : from;
  const auto whole = files::normal(home);
  auto up = whole;
  for (std::size_t i = 0; i < folders; ++i) up = up.parent_path();
  if (from.is_absolute()) return up;
  const auto relative = up.lexically_relative(files::normal("."));
  return relative.empty() ? up : relative;
}

}  // namespace

Root guess_root(const Profile& profile, const std::string& sdr_root) {
  const auto names = absolute_names(profile);
  const auto whole = files::normal(profile.folder.empty() ? fs::path{"."} : profile.folder);
  std::size_t best_count = 0;
  std::size_t best_up = 0;
  std::size_t up = 0;
  if (!names.empty()) {
    for (auto folder = whole;; folder = folder.parent_path(), ++up) {
      const auto count = existing_below(folder, names);
      if (count > best_count) {
        best_count = count;
        best_up = up;
      }
      if (!folder.has_relative_path()) break;
    }
  }
  if (best_count > 0) return Root(upwards(profile.folder, best_up));
  if (!sdr_root.empty()) return Root(fs::path(sdr_root) / "dom");
  return Root(upwards(profile.folder, folders_up(profile)));
}

}  // namespace orbweaver::profile
