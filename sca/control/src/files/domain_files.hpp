// SPDX-License-Identifier: Apache-2.0
// Calls of a domain's file system. Each failure becomes one line that names the file.
#pragma once
#include <orbweaver/control/domain.hpp>
#include <orbweaver/generated/sca/CF/FileManager.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace orbweaver::control {

/// All functions throw Failed, which names the file. They block on calls of the domain.
class DomainFiles {
 public:
  using Reference = CORBA::object_reference<CF::FileSystem>;
  explicit DomainFiles(Reference files) : files_(std::move(files)) {}

  [[nodiscard]] bool exists(const std::string& name) const;
  /// Whether the domain's file has the same bytes as the local file.
  [[nodiscard]] bool is_same(const std::string& name, const std::filesystem::path& local) const;
  /// Copies the local file over the domain's file. If that fails, the domain's file is removed.
  void copy(const std::filesystem::path& local, const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string read(const std::string& name) const;
  /// Lists the missing folders above the file, the outermost first.
  [[nodiscard]] std::vector<std::string> missing_folders(const std::string& name) const;
  void make_folder(const std::string& name) const;
  /// Removes the file; does nothing if it does not exist.
  void remove(const std::string& name) const;
  /// Removes the folder. Returns false if it has entries, and leaves it there.
  [[nodiscard]] bool remove_empty_folder(const std::string& name) const;

  [[nodiscard]] const Reference& reference() const { return files_; }

 private:
  Reference files_;
};

/// Throws Failed if the domain has no file manager.
[[nodiscard]] DomainFiles files_of(const Domain& domain);

}  // namespace orbweaver::control
