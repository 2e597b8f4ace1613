#include "file_swap.hpp"

#include <algorithm>
#include <ranges>
#include <system_error>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr const char* kOld = ".old";

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& each : fs::recursive_directory_iterator(folder))
    if (each.is_regular_file() && !each.is_symlink())
      found.push_back(each.path().lexically_relative(folder));
  std::ranges::sort(found);
  return found;
}

/// No link below the root leads out of it.
bool is_below(const fs::path& path, const fs::path& root) {
  const auto real = fs::weakly_canonical(path), its_root = fs::canonical(root);
  return std::mismatch(its_root.begin(), its_root.end(), real.begin(), real.end()).first ==
         its_root.end();
}

/// A file system without hard links has copies.
void keep_old(const fs::path& place, const fs::path& old) {
  std::error_code error;
  fs::create_hard_link(place, old, error);
  if (error) fs::copy_file(place, old);
}

}  // namespace

Result<void, std::string> FileSwap::carry_out() {
  try {
    const auto names = files_in(fresh_);
    fs::create_directory(fresh_ / kOld);
    for (const auto& each : names)
      if (auto done = swap(each); !done) return done;
    return {};
  } catch (const fs::filesystem_error& error) {
    return unexpected<std::string>(
        "the files were not replaced: " + error.path1().lexically_relative(root_).generic_string() +
        ": " + error.code().message());
  }
}

Result<void, std::string> FileSwap::swap(const fs::path& name) {
  Swapped made{root_ / name, fresh_ / kOld / std::to_string(swapped_.size())};
  if (!is_below(made.place, root_))
    return unexpected("/" + name.generic_string() + ": it leads out of the root");
  make_folders(made.place.parent_path());
  const auto status = fs::status(made.place);
  made.was_there = fs::exists(status);
  if (made.was_there && !fs::is_regular_file(status))
    return unexpected("/" + name.generic_string() + ": it is no file");
  if (made.was_there) {
    keep_old(made.place, made.old);
    fs::permissions(fresh_ / name, status.permissions());
  }
  fs::rename(fresh_ / name, made.place);
  swapped_.push_back(std::move(made));
  return {};
}

void FileSwap::make_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  for (auto each = folder; !fs::exists(each); each = each.parent_path()) missing.push_back(each);
  for (const auto& each : missing | std::views::reverse) {
    fs::create_directory(each);
    folders_.push_back(each);
  }
}

FileSwap::~FileSwap() {
  if (!is_kept_) undo();
  std::error_code error;
  fs::remove_all(fresh_, error);
}

void FileSwap::undo() {
  std::error_code error;
  for (const auto& each : swapped_ | std::views::reverse) {
    if (each.was_there)
      fs::rename(each.old, each.place, error);
    else
      fs::remove(each.place, error);
  }
  for (const auto& each : folders_ | std::views::reverse) fs::remove(each, error);
}

}  // namespace orbweaver::domain
