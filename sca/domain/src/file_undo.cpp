// SPDX-License-Identifier: Apache-2.0
#include "file_undo.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace orbweaver::domain {

namespace {

namespace fs = std::filesystem;

constexpr const char* kList = "list";
constexpr char kOld = 'o', kNew = 'n', kFolderStep = 'd';

/// Reads the steps. The last line is ignored if it is incomplete: its step was not done.
std::vector<std::string> steps_in(const fs::path& list) {
  std::ifstream in{list, std::ios::binary};
  std::vector<std::string> steps;
  for (std::string step; std::getline(in, step, '\0') && !in.eof();) steps.push_back(step);
  return steps;
}

/// Keeps a copy of the file, completely or not at all. On a file system without hard links, the
/// file is copied.
void keep(const fs::path& place, const fs::path& old) {
  std::error_code error;
  fs::create_hard_link(place, old, error);
  if (!error) return;
  const auto copy = fs::path{old} += ".part";
  fs::copy_file(place, copy);
  fs::rename(copy, old);
}

}  // namespace

bool is_below(const fs::path& path, const fs::path& root) {
  const auto real = fs::weakly_canonical(path), its_root = fs::canonical(root);
  return std::mismatch(its_root.begin(), its_root.end(), real.begin(), real.end()).first ==
         its_root.end();
}

FileUndo::FileUndo(fs::path root, fs::path fresh)
    : root_(std::move(root)),
      folder_(std::move(fresh) / kFolder),
      steps_(steps_in(folder_ / kList)) {}

fs::path FileUndo::old(std::size_t index) const { return folder_ / std::to_string(index); }

Result<void, std::string> FileUndo::begin() {
  if (fs::create_directory(folder_)) return {};
  return unexpected<std::string>(std::string{"/"} + kFolder +
                                 ": no file of an application can have this name");
}

void FileUndo::will_replace(const fs::path& name) {
  keep(root_ / name, old(steps_.size()));
  add(kOld + name.string());
}

void FileUndo::will_make_file(const fs::path& name) { add(kNew + name.string()); }
void FileUndo::will_make_folder(const fs::path& name) { add(kFolderStep + name.string()); }

void FileUndo::add(const std::string& step) {
  std::ofstream out{folder_ / kList, std::ios::binary | std::ios::app};
  out << step << '\0' << std::flush;
  if (!out)
    throw fs::filesystem_error("write", folder_ / kList,
                               std::error_code{errno, std::generic_category()});
  steps_.push_back(step);
}

// One rename: after it, nothing can be undone.
void FileUndo::give_up() noexcept {
  std::error_code error;
  fs::rename(folder_, fs::path{folder_} += ".over", error);
  steps_.clear();
}

Result<void, std::string> FileUndo::undo() {
  std::string first;
  for (auto i = steps_.size(); i-- > 0;) {
    try {
      undo(i);
    } catch (const fs::filesystem_error& error) {
      if (first.empty()) first = "/" + steps_[i].substr(1) + ": " + error.code().message();
    }
  }
  if (first.empty()) return {};
  return unexpected(std::move(first));
}

// Does nothing if the step was undone before.
void FileUndo::undo(std::size_t index) const {
  const auto& step = steps_[index];
  if (step.empty()) return;
  const auto place = root_ / fs::path{step.substr(1)}.relative_path();
  if (!is_below(place, root_)) return;
  std::error_code is_in_use;
  switch (step.front()) {
    case kOld:
      if (fs::is_regular_file(fs::symlink_status(old(index)))) fs::rename(old(index), place);
      return;
    case kNew:
      fs::remove(place);
      return;
    case kFolderStep:
      fs::remove(place, is_in_use);
      return;
    default:
      return;
  }
}

}  // namespace orbweaver::domain
