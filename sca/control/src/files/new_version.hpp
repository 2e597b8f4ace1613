// SPDX-License-Identifier: Apache-2.0
// The files of a version that is to lie beside another one.
#pragma once
#include <string>

#include "domain_files.hpp"
#include "moved_tree.hpp"
#include "version_before.hpp"

namespace orbweaver::control {

/// A folder of the domain that is of one new version alone: "/versions/fm/2" for "fm.sad.xml", or
/// with the next number that is free. With those above it that had to be made it is removed again,
/// if it is empty, unless keep() is called.
class VersionFolder {
 public:
  /// Makes it, so that two upgrades at once take two of them. Throws Failed.
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
  std::vector<std::string> made_;  // the outermost first
};

/// Files that are removed again unless keep() is called.
class NewVersion {
 public:
  /// Copies the files, with the list that uninstalling reads and with `before` beside the SAD.
  /// Throws Failed; then nothing is left.
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
  VersionFolder folder_;  // removed after the files in it
  std::vector<std::string> folders_, written_;
  bool is_kept_ = false;
};

}  // namespace orbweaver::control
