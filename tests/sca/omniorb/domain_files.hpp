// SPDX-License-Identifier: Apache-2.0
// Copies a folder into a domain's file system, and removes it again, through CF::FileSystem alone.
#pragma once
#include "corba.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "domain.hh"

namespace foreign {

class DomainFiles {
 public:
  explicit DomainFiles(CF::FileSystem_ptr files) : files_(CF::FileSystem::_duplicate(files)) {}

  /// Every file and folder below `root` gets its name below /. Returns how many files were copied.
  std::size_t copy(const std::filesystem::path& root);
  /// Removes what copy() made.
  void remove();

 private:
  struct Made {
    std::string name;
    bool is_folder;
  };
  void copy_file(const std::filesystem::path& from, const std::string& to);

  const CF::FileSystem_var files_;
  std::vector<Made> made_;
};

}  // namespace foreign
