// SPDX-License-Identifier: Apache-2.0
// Copies the files of a new version beside the installed one.
#pragma once
#include <string>

#include "domain_files.hpp"
#include "moved_tree.hpp"
#include "version_before.hpp"

namespace orbweaver::control {

/// A folder of the domain for one new version: "/versions/fm/2" for "fm.sad.xml", or the next free
/// number. Unless keep() is called, the destructor removes it, and the folders above it that were
/// made, if they are empty.
class VersionFolder {
 public:
  /// Makes the folder; two upgrades at the same time get different folders. Throws Failed.
  VersionFolder(const DomainFiles& files, const std::string& sad_file_name);
  VersionFolder(VersionFolder&&) = default;
  VersionFolder& operator=(VersionFolder&&) = delete;
  VersionFolder(const VersionFolder&) = delete;
  VersionFolder& operator=(const VersionFolder&) = delete;
  ~VersionFolder();

  [[nodiscard]] const std::string& name() const { return name_; }
  void keep() noexcept { made_.clear(); }

 private:
  explicit VersionFolder(const DomainFiles& files) : files_(&files) {}
  bool take(const std::string& folder);

  const DomainFiles* files_;
  std::string name_;
  std::vector<std::string> made_;  // the folders that were made, the outermost first
};

/// The copied files of a new version. The destructor removes them unless keep() is called.
class NewVersion {
 public:
  /// Copies the files, and writes the manifest and the record `before` beside the SAD. Throws
  /// Failed, and then removes all that was copied.
  NewVersion(const DomainFiles& files, VersionFolder folder, const MovedTree& moved,
             const VersionBefore& before);
  NewVersion(const NewVersion&) = delete;
  NewVersion& operator=(const NewVersion&) = delete;
  ~NewVersion();
  void keep() noexcept {
    is_kept_ = true;
    folder_.keep();
  }

 private:
  void copy(const MovedTree& moved, const VersionBefore& before);
  void make_folders(const std::string& file);
  void undo() noexcept;

  const DomainFiles* files_;
  VersionFolder folder_;  // declared first, so that it is removed after its files
  std::vector<std::string> folders_, written_;
  bool is_kept_ = false;
};

}  // namespace orbweaver::control
