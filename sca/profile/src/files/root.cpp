// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/paths.hpp>
#include <orbweaver/profile/root.hpp>

#include "files/beneath.hpp"

namespace orbweaver::profile {

namespace {

namespace fs = std::filesystem;

fs::path real_of(const fs::path& path) {
  std::error_code error;
  auto real = os::canonical(path, error);
  return error ? os::absolute(path, error).lexically_normal() : real;
}

Result<FoundFile, NameFault> find_at(const fs::path& shown, const fs::path& boundary) {
  if (!files::is_beneath(files::normal(shown), files::normal(boundary)))
    return unexpected(NameFault{NameFault::Cause::leaves_root, shown});
  std::error_code error;
  auto real = os::canonical(shown, error);
  if (error) return unexpected(NameFault{NameFault::Cause::missing, shown});
  if (!files::is_beneath(real, real_of(boundary)))
    return unexpected(NameFault{NameFault::Cause::leaves_root, shown});
  return FoundFile{shown, std::move(real), false};
}

}  // namespace

Root::Root(fs::path folder)
    : folder_(folder.empty() ? fs::path{"."} : std::move(folder)),
      real_(real_of(folder_)),
      beside_(files::domain_beside(folder_)) {}

Result<FoundFile, NameFault> Root::find(const std::string& name, const fs::path& from) const {
  if (name.empty() || name.find('\0') != std::string::npos)
    return unexpected(NameFault{NameFault::Cause::empty, from});
  const fs::path given(name);
  const auto below_root = (folder_ / given.relative_path()).lexically_normal();
  if (given.is_absolute()) {
    auto found = find_at(below_root, folder_);
    if (found || beside_.empty() || found.error().cause != NameFault::Cause::missing) return found;
    auto beside = find_at((beside_ / given.relative_path()).lexically_normal(), beside_);
    return beside ? beside : found;
  }
  const auto home = from.empty() ? fs::path{"."} : from;
  const bool inside = files::is_beneath(real_of(home), real_);
  auto found = find_at((home / given).lexically_normal(), inside ? folder_ : home);
  if (found || found.error().cause == NameFault::Cause::leaves_root) return found;
  auto elsewhere = find_at(below_root, folder_);
  if (!elsewhere) return found;
  elsewhere->by_root = true;
  return elsewhere;
}

}  // namespace orbweaver::profile
