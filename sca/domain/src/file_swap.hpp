// SPDX-License-Identifier: Apache-2.0
// Replaces files of an application by new ones, all or none. The new files lie in a folder that is
// a root of its own: "/.orbweaver-new-1/a/b" replaces "/a/b".
//
// Old files are moved into that folder until the swap is kept. A reader always finds a whole file,
// the old or the new one. If the domain is killed during the swap, the next domain restores the old
// files (end_unfinished_swaps).
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "file_undo.hpp"

namespace orbweaver::domain {

/// Threads: one.
class FileSwap {
 public:
  using OnProblem = std::function<void(const std::string& line)>;

  /// `on_problem`: an old file could not be restored. Then the folder, with that file, is not
  /// removed.
  FileSwap(std::filesystem::path root, std::filesystem::path fresh, OnProblem on_problem)
      : root_(std::move(root)),
        fresh_(std::move(fresh)),
        on_problem_(std::move(on_problem)),
        undo_(root_, fresh_) {}
  /// Restores the old files unless keep() was called, and removes the folder. Blocks: on the disk.
  ~FileSwap();
  FileSwap(const FileSwap&) = delete;
  FileSwap& operator=(const FileSwap&) = delete;

  /// Swaps the files. Call it once. Fails: with one line; the destructor then restores the old
  /// files.
  [[nodiscard]] Result<void, std::string> carry_out();
  /// Makes the swap final.
  void keep();

 private:
  [[nodiscard]] Result<void, std::string> swap(const std::filesystem::path& name);
  void make_folders(const std::filesystem::path& folder);

  const std::filesystem::path root_, fresh_;
  const OnProblem on_problem_;
  FileUndo undo_;
  bool has_begun_ = false, is_kept_ = false;
};

/// Restores the files that interrupted swaps below the root have replaced, and removes the folders
/// of new files, whose names begin with the given prefix. Returns a line for each. Must not run
/// while another domain replaces an application below this root. Blocks: on the disk. Does not
/// throw.
[[nodiscard]] std::vector<std::string> end_unfinished_swaps(const std::filesystem::path& root,
                                                            const std::string& name_begins);

}  // namespace orbweaver::domain
