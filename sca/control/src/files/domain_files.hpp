// SPDX-License-Identifier: Apache-2.0
// Calls of a domain's file system, with one line for each failure.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/generated/sca/CF/FileManager.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::control {

/// Functions throw Failed, which names the file.
class DomainFiles {
 public:
  using Reference = CORBA::object_reference<CF::FileSystem>;
  explicit DomainFiles(Reference files) : files_(std::move(files)) {}

  [[nodiscard]] bool exists(const std::string& name) const;
  /// Whether the file holds the same bytes as that of this machine.
  [[nodiscard]] bool is_same(const std::string& name, const std::filesystem::path& local) const;
  /// Instead of what was there; if it fails, there is no such file afterwards.
  void copy(const std::filesystem::path& local, const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string read(const std::string& name) const;
  /// The folders above the file that are not there, the outermost first.
  [[nodiscard]] std::vector<std::string> missing_folders(const std::string& name) const;
  void make_folder(const std::string& name) const;
  /// Nothing, if it is not there.
  void remove(const std::string& name) const;
  /// False: it has entries, and stays.
  [[nodiscard]] bool remove_empty_folder(const std::string& name) const;

  [[nodiscard]] const Reference& reference() const { return files_; }

 private:
  Reference files_;
};

/// Throws Failed if the domain has no file manager.
[[nodiscard]] DomainFiles files_of(const Domain& domain);

}  // namespace orbweaver::control
