// SPDX-License-Identifier: Apache-2.0
// New files of an application take the places of the old ones, all or none. They lie in a folder
// beside, which is a root of its own: "/.orbweaver-new-1/a/b" takes the place of "/a/b".
//
// Each old file is kept in that folder until the swap is kept. A reader finds the old or the new
// file, whole. A domain that is killed in between leaves some of each, and the folder: the next one
// brings the old ones back (end_unfinished_swaps).
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "file_undo.hpp"

namespace orbweaver::domain {

/// One thread.
class FileSwap {
 public:
  using OnProblem = std::function<void(const std::string& line)>;

  /// `on_problem`: an old file could not be brought back. The folder stays then, with the file.
  FileSwap(std::filesystem::path root, std::filesystem::path fresh, OnProblem on_problem)
      : root_(std::move(root)),
        fresh_(std::move(fresh)),
        on_problem_(std::move(on_problem)),
        undo_(root_, fresh_) {}
  /// Brings the old files back unless they are given up, and removes the folder. Blocks: on the
  /// disk.
  ~FileSwap();
  FileSwap(const FileSwap&) = delete;
  FileSwap& operator=(const FileSwap&) = delete;

  /// Call it once. Fails: with one line; the destructor undoes what was done.
  [[nodiscard]] Result<void, std::string> carry_out();
  /// The new files stay.
  void keep();

 private:
  [[nodiscard]] Result<void, std::string> swap(const std::filesystem::path& name);
  void make_folders(const std::filesystem::path& folder);

  const std::filesystem::path root_, fresh_;
  const OnProblem on_problem_;
  FileUndo undo_;
  bool has_begun_ = false, is_kept_ = false;
};

/// Brings back what swaps that were cut short have replaced below the root, and removes folders of
/// new files that are left there, whose names begin so. Returns a line for each. Not while another
/// domain of this root replaces an application. Blocks: on the disk. Does not throw.
[[nodiscard]] std::vector<std::string> end_unfinished_swaps(const std::filesystem::path& root,
                                                            const std::string& name_begins);

}  // namespace orbweaver::domain
