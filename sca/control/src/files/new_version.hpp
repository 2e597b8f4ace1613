// The files of a version that is to lie beside another one.
#pragma once
#include <string>

#include "domain_files.hpp"
#include "moved_tree.hpp"
#include "version_before.hpp"

namespace orbweaver::control {

/// A folder of the domain in which nothing is: "/versions/fm/2" for "fm.sad.xml", or with the next number
/// that is free.
[[nodiscard]] std::string free_version_folder(const DomainFiles& files,
                                              const std::string& sad_file_name);

/// Files that are removed again unless keep() is called.
class NewVersion {
 public:
  /// Copies the files, with the list that uninstalling reads and with `before` beside the SAD. Throws Failed;
  /// then nothing is left.
  NewVersion(const DomainFiles& files, const MovedTree& moved, const VersionBefore& before);
  NewVersion(const NewVersion&) = delete;
  NewVersion& operator=(const NewVersion&) = delete;
  ~NewVersion();
  void keep() noexcept { is_kept_ = true; }

 private:
  void copy(const MovedTree& moved, const VersionBefore& before);
  void make_folders(const std::string& file);
  void undo() noexcept;

  const DomainFiles* files_;
  std::vector<std::string> folders_, written_;
  bool is_kept_ = false;
};

}  // namespace orbweaver::control
