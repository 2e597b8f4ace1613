// New files of an application take the places of the old ones, all or none. They lie in a folder beside,
// which is a root of its own: "/.orbweaver-new-1/a/b" takes the place of "/a/b".
//
// Each old file is kept in that folder until the swap is kept. A reader finds the old or the new file,
// whole. A domain that is killed in between leaves some of each, and the folder.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// One thread.
class FileSwap {
 public:
  FileSwap(std::filesystem::path root, std::filesystem::path fresh)
      : root_(std::move(root)), fresh_(std::move(fresh)) {}
  /// Brings the old files back unless they are given up, and removes the folder. Blocks: on the disk.
  ~FileSwap();
  FileSwap(const FileSwap&) = delete;
  FileSwap& operator=(const FileSwap&) = delete;

  /// Call it once. Fails: with one line; the destructor undoes what was done.
  [[nodiscard]] Result<void, std::string> carry_out();
  /// The new files stay.
  void keep() { is_kept_ = true; }

 private:
  struct Swapped {
    std::filesystem::path place, old;
    bool was_there = false;
  };

  [[nodiscard]] Result<void, std::string> swap(const std::filesystem::path& name);
  void make_folders(const std::filesystem::path& folder);
  void undo();

  const std::filesystem::path root_, fresh_;
  std::vector<Swapped> swapped_;
  std::vector<std::filesystem::path> folders_;  // that were made, the outermost first
  bool is_kept_ = false;
};

}  // namespace orbweaver::domain
