// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include <orbweaver/os/paths.hpp>
#include <orbweaver/profile/root.hpp>

#include "files/beneath.hpp"

namespace orbweaver::profile {

namespace {

namespace fs = std::filesystem;

bool exists_below(const fs::path& folder, const fs::path& name) {
  std::error_code error;
  return os::exists(folder / name.relative_path(), error);
}

std::size_t existing_below(const fs::path& folder, const std::vector<fs::path>& names) {
  const auto beside = files::domain_beside(folder);
  return static_cast<std::size_t>(std::ranges::count_if(names, [&](const fs::path& name) {
    return exists_below(folder, name) || (!beside.empty() && exists_below(beside, name));
  }));
}

std::vector<fs::path> absolute_names(const Profile& profile) {
  std::vector<fs::path> names;
  for (const auto& file : profile.files)
    if (file.name.starts_with('/') && file.name.find('\0') == std::string::npos)
      names.emplace_back(file.name);
  return names;
}

// Returns how many folders upwards the relative names lead.
std::size_t folders_up(const Profile& profile) {
  std::size_t most = 0;
  for (const auto& file : profile.files) {
    const auto name = fs::path(file.name).lexically_normal();
    if (name.is_absolute()) continue;
    most = std::max(most, static_cast<std::size_t>(std::ranges::count(name, fs::path{".."})));
  }
  return most;
}

// Keeps the user's form: the result is relative if the file's name was.
fs::path upwards(const fs::path& from, std::size_t folders) {
  const auto home = from.empty() ? fs::path{"."} : from;
  const auto whole = files::normal(home);
  auto up = whole;
  for (std::size_t i = 0; i < folders; ++i) up = up.parent_path();
  if (from.is_absolute()) return up;
  const auto relative = up.lexically_relative(files::normal("."));
  return relative.empty() ? up : relative;
}

// Returns "/components" of "/components/a/a.spd.xml": the folder may exist where the file is
// missing.
std::vector<fs::path> first_folders(const std::vector<fs::path>& names) {
  std::vector<fs::path> folders;
  for (const auto& name : names) {
    const auto relative = name.relative_path();
    if (!relative.empty()) folders.emplace_back("/" / *relative.begin());
  }
  return folders;
}

// Whether `/` is tried, too: every machine has /bin and /home.
enum class Topmost { included, left_out };

bool is_below(const fs::path& folder, const fs::path& above) {
  const auto relative = files::normal(folder).lexically_relative(files::normal(above));
  return !relative.empty() && *relative.begin() != "..";
}

// In a profile outside of the root, relative names must not lead upwards; and without absolute
// names, such a profile refers to no file of the root.
bool may_be_root(const fs::path& domain, const Profile& profile,
                 const std::vector<fs::path>& names) {
  if (is_below(profile.folder.empty() ? fs::path{"."} : profile.folder, domain)) return true;
  return !names.empty() && folders_up(profile) == 0;
}

// Returns how many folders above `from` the folder lies in which most names exist; the nearest of
// equals.
std::optional<std::size_t> best_above(const fs::path& from, const std::vector<fs::path>& names,
                                      Topmost topmost) {
  std::optional<std::size_t> best;
  std::size_t most = 0;
  auto folder = files::normal(from.empty() ? fs::path{"."} : from);
  for (std::size_t up = 0; folder.has_relative_path() || topmost == Topmost::included; ++up) {
    const auto count = names.empty() ? 0 : existing_below(folder, names);
    if (count > most) best = up;
    most = std::max(most, count);
    if (!folder.has_relative_path()) break;
    folder = folder.parent_path();
  }
  return best;
}

}  // namespace

std::string sdr_root_of(const fs::path& program) {
  for (const char* beside : {"sdr", "lib/orbweaver/sdr"}) {
    const auto folder = program.parent_path().parent_path() / beside;
    std::error_code error;
    if (os::is_directory(folder / "dom", error)) return folder.string();
  }
  return {};
}

std::string sdr_root_of_this_program() {
  if (const char* named = std::getenv("SDRROOT"); named != nullptr && *named != 0) return named;
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error);
  return error ? std::string{} : sdr_root_of(program);
}

Root guess_root(const Profile& profile, const std::string& sdr_root) {
  const auto names = absolute_names(profile);
  if (const auto up = best_above(profile.folder, names, Topmost::included))
    return Root(upwards(profile.folder, *up));
  const auto domain = sdr_root.empty() ? fs::path{} : fs::path(sdr_root) / "dom";
  if (!domain.empty() && existing_below(domain, names) > 0) return Root(domain);
  const auto for_relative = folders_up(profile);
  if (const auto up = best_above(profile.folder, first_folders(names), Topmost::left_out))
    return Root(upwards(profile.folder, std::max(*up, for_relative)));
  if (!domain.empty() && may_be_root(domain, profile, names)) return Root(domain);
  return Root(upwards(profile.folder, for_relative));
}

}  // namespace orbweaver::profile
