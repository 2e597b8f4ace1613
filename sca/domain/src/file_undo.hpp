// SPDX-License-Identifier: Apache-2.0
// The steps that a swap of files has done so far, so that the domain can undo them, also one that
// is started after this one was killed. The list lies in the folder of the new files:
//
//   .undo/list   what was done, in order: each step is written before it is done
//   .undo/3      the old file of step 3
//
// A kill at any moment leaves either a folder without .undo, and then nothing was changed or all of
// it is to stay; or one with it, and then all steps of its list are undone. The power of the
// machine is another thing: nothing is flushed to the disk.
#pragma once
#include <orbweaver/base/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// One thread. Functions throw std::filesystem::filesystem_error unless they say otherwise, and
/// block on the disk.
class FileUndo {
 public:
  static constexpr const char* kFolder = ".undo";

  /// Reads what lies in `fresh`, which is a folder of new files. Does not throw.
  FileUndo(std::filesystem::path root, std::filesystem::path fresh);

  /// Makes the folder. Fails: it is there, as a file of the application has its name.
  [[nodiscard]] Result<void, std::string> begin();
  /// A file that is there is about to be replaced, one to be made, or a folder. Below the root.
  void will_replace(const std::filesystem::path& name);
  void will_make_file(const std::filesystem::path& name);
  void will_make_folder(const std::filesystem::path& name);
  /// Keeps all that was done, and forgets how to undo it. Does not throw.
  void give_up() noexcept;
  /// Brings all back, the last first. Fails: with what could not be brought back; all else is, and
  /// the folder still has the rest. Does not throw.
  [[nodiscard]] Result<void, std::string> undo();

 private:
  /// Lines of the list: "o" for an old file, "n" for a new one, "d" for a folder, then its name,
  /// then a zero.
  using Steps = std::vector<std::string>;

  void add(const std::string& step);
  void undo(std::size_t index) const;
  [[nodiscard]] std::filesystem::path old(std::size_t index) const;

  const std::filesystem::path root_, folder_;
  Steps steps_;
};

/// No link below the root leads out of it. Throws std::filesystem::filesystem_error.
[[nodiscard]] bool is_below(const std::filesystem::path& path, const std::filesystem::path& root);

}  // namespace orbweaver::domain
