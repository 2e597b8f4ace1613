// SPDX-License-Identifier: Apache-2.0
// The steps that a swap of files has done, so that they can be undone, also by the next domain
// after this one was killed. The list lies in the folder of the new files:
//
//   .undo/list   what was done, in order: each step is written before it is done
//   .undo/3      the old file of step 3
//
// If the domain is killed, the folder has either no .undo, and then nothing was changed or all
// changes are final; or it has one, and then all steps of its list are undone. This does not hold
// for a failure of power, as nothing is flushed to the disk.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// Threads: one. Functions block on the disk, and throw std::filesystem::filesystem_error unless
/// they say otherwise.
class FileUndo {
 public:
  static constexpr const char* kFolder = ".undo";

  /// Reads the list in `fresh`, a folder of new files. Does not throw.
  FileUndo(std::filesystem::path root, std::filesystem::path fresh);

  /// Makes the folder .undo. Fails: if the application has a file of this name.
  [[nodiscard]] Result<void, std::string> begin();
  /// Call it before an existing file is replaced, or a file or folder is made. Names count from the
  /// root.
  void will_replace(const std::filesystem::path& name);
  void will_make_file(const std::filesystem::path& name);
  void will_make_folder(const std::filesystem::path& name);
  /// Makes all steps final: they cannot be undone any more. Does not throw.
  void give_up() noexcept;
  /// Undoes all steps, the last one first. Fails: with the files that could not be restored; all
  /// others are, and the folder keeps those. Does not throw.
  [[nodiscard]] Result<void, std::string> undo();

 private:
  /// Lines of the list: "o" for a replaced file, "n" for a new file, "d" for a new folder, then the
  /// name, then a zero byte.
  using Steps = std::vector<std::string>;

  void add(const std::string& step);
  void undo(std::size_t index) const;
  [[nodiscard]] std::filesystem::path old(std::size_t index) const;

  const std::filesystem::path root_, folder_;
  Steps steps_;
};

/// Whether the path lies below the root, with links resolved. Throws
/// std::filesystem::filesystem_error.
[[nodiscard]] bool is_below(const std::filesystem::path& path, const std::filesystem::path& root);

}  // namespace orbweaver::domain
