// SPDX-License-Identifier: Apache-2.0
#include "file_swap.hpp"

#include <algorithm>
#include <ranges>
#include <system_error>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && !entry.is_symlink())
      found.push_back(entry.path().lexically_relative(folder));
  std::ranges::sort(found);
  return found;
}

std::vector<fs::path> folders_of_new_files(const fs::path& root, const std::string& name_begins) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry{root, error}; !error && entry != fs::directory_iterator{};
       entry.increment(error)) {
    std::error_code unknown;
    const bool is_folder = entry->symlink_status(unknown).type() == fs::file_type::directory;
    if (is_folder && entry->path().filename().string().starts_with(name_begins))
      found.push_back(entry->path());
  }
  std::ranges::sort(found);
  return found;
}

std::string name_of(const fs::path& fresh) { return "/" + fresh.filename().string(); }

std::string not_brought_back(const fs::path& fresh, const std::string& why) {
  return "not all files are as they were before a replacement failed: " + why + "; " +
         name_of(fresh) + " keeps the old ones, and the next start of the domain brings them back";
}

std::string end_unfinished_swap(const fs::path& root, const fs::path& fresh) {
  std::error_code error;
  const bool was_cut_short = fs::exists(fresh / FileUndo::kFolder, error);
  if (const auto undone = FileUndo{root, fresh}.undo(); !undone)
    return not_brought_back(fresh, undone.error());
  fs::remove_all(fresh, error);
  if (error) return name_of(fresh) + " is left, and cannot be removed: " + error.message();
  return name_of(fresh) + " was left by a domain or a client that was killed, and is removed" +
         (was_cut_short ? ": the files that it replaced are the old ones again" : "");
}

}  // namespace

Result<void, std::string> FileSwap::carry_out() {
  try {
    const auto names = files_in(fresh_);
    if (auto begun = undo_.begin(); !begun) return begun;
    has_begun_ = true;
    for (const auto& name : names)
      if (auto done = swap(name); !done) return done;
    return {};
  } catch (const fs::filesystem_error& error) {
    return unexpected<std::string>(
        "the files were not replaced: " + error.path1().lexically_relative(root_).generic_string() +
        ": " + error.code().message());
  }
}

Result<void, std::string> FileSwap::swap(const fs::path& name) {
  const auto place = root_ / name;
  if (!is_below(place, root_))
    return unexpected("/" + name.generic_string() + ": it leads out of the root");
  make_folders(name.parent_path());
  const auto status = fs::status(place);
  const bool was_there = fs::exists(status);
  if (was_there && !fs::is_regular_file(status))
    return unexpected("/" + name.generic_string() + ": it is no file");
  if (was_there) {
    undo_.will_replace(name);
    fs::permissions(fresh_ / name, status.permissions());
  } else {
    undo_.will_make_file(name);
  }
  fs::rename(fresh_ / name, place);
  return {};
}

void FileSwap::make_folders(const fs::path& folder) {
  std::vector<fs::path> missing;
  for (auto position = folder; !position.empty() && !fs::exists(root_ / position);
       position = position.parent_path())
    missing.push_back(position);
  for (const auto& path : missing | std::views::reverse) {
    undo_.will_make_folder(path);
    fs::create_directory(root_ / path);
  }
}

void FileSwap::keep() {
  is_kept_ = true;
  undo_.give_up();
}

FileSwap::~FileSwap() {
  if (has_begun_ && !is_kept_) {
    if (const auto undone = undo_.undo(); !undone) {
      if (on_problem_) on_problem_(not_brought_back(fresh_, undone.error()));
      return;
    }
  }
  std::error_code error;
  fs::remove_all(fresh_, error);
}

std::vector<std::string> end_unfinished_swaps(const fs::path& root,
                                              const std::string& name_begins) {
  std::vector<std::string> lines;
  for (const auto& folder : folders_of_new_files(root, name_begins)) {
    try {
      lines.push_back(end_unfinished_swap(root, folder));
    } catch (const std::exception& failed) {
      lines.push_back(not_brought_back(folder, failed.what()));
    }
  }
  return lines;
}

}  // namespace orbweaver::domain
