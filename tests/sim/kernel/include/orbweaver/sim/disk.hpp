// SPDX-License-Identifier: Apache-2.0
// The files of a machine: folders and plain files by their paths. They outlive processes. A file
// that is open stays what it is when its name is removed, or taken by another.
#pragma once
#include <orbweaver/sim/clock.hpp>
#include <orbweaver/sim/file.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orbweaver::sim {

struct DiskEntry {
  bool is_folder = false;
  unsigned mode = 0;
  std::vector<std::byte> bytes;  // of a plain file
  Time created = 0, modified = 0;
  std::weak_ptr<File> claimed_by{};  // os/claimed_file.hpp: the open file that has the claim
};

/// Paths are absolute, without "." and "..". Each function returns 0 or an errno.
class Disk {
 public:
  /// With the root, and /tmp.
  Disk();

  /// Null: there is none.
  [[nodiscard]] std::shared_ptr<DiskEntry> find(const std::string& path) const;
  int make_folder(const std::string& path, unsigned mode);
  /// With those above it that are not there.
  int make_folders(const std::string& path, unsigned mode);
  int create(const std::string& path, unsigned mode, std::shared_ptr<DiskEntry>& disk_entry);
  int remove_file(const std::string& path);
  int remove_folder(const std::string& path);  // fails: ENOTEMPTY
  void remove_tree(const std::string& path);
  /// A plain file takes the place of another, or of none.
  int rename(const std::string& from, const std::string& to);
  /// The last steps of what lies right in a folder, sorted.
  [[nodiscard]] std::vector<std::string> names_in(const std::string& folder) const;
  /// All paths below a folder, sorted.
  [[nodiscard]] std::vector<std::string> all_below(const std::string& folder) const;

  /// A plain file with this text, and the folders for it: for scenarios.
  void write(const std::string& path, std::string_view text, unsigned mode);

 private:
  [[nodiscard]] int check_parent(const std::string& path) const;

  std::map<std::string, std::shared_ptr<DiskEntry>> entries_;
};

/// Of the machine on which the calling process runs.
[[nodiscard]] Disk& disk_here() noexcept;

/// An open file or folder.
class DiskFile final : public File {
 public:
  DiskFile(std::string path, std::shared_ptr<DiskEntry> entry, bool appends = false) noexcept
      : path_(std::move(path)), entry_(std::move(entry)), appends_(appends) {}
  [[nodiscard]] bool is_readable() const noexcept override { return true; }
  [[nodiscard]] bool is_writable() const noexcept override { return true; }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }  // as it was opened
  [[nodiscard]] DiskEntry& entry() const noexcept { return *entry_; }
  [[nodiscard]] std::size_t read(std::span<std::byte> space) noexcept;
  [[nodiscard]] std::size_t write(std::span<const std::byte> bytes);
  [[nodiscard]] std::size_t read_at(std::span<std::byte> space, std::uint64_t place) const noexcept;
  [[nodiscard]] std::size_t write_at(std::span<const std::byte> bytes, std::uint64_t place);

 private:
  std::string path_;
  std::shared_ptr<DiskEntry> entry_;
  std::uint64_t place_ = 0;
  bool appends_;
};

}  // namespace orbweaver::sim
