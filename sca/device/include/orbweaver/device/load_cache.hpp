// SPDX-License-Identifier: Apache-2.0
// Keeps copies of loaded files and folders in a private folder of this machine, under the names
// that they have at their source. A file is copied again only if its size or time has changed.
// Programs that run from an older copy keep it.
#pragma once
#include <orbweaver/device/file_source.hpp>
#include <orbweaver/files/root_folder.hpp>
#include <orbweaver/os/atomic.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::device {

enum class LoadKind { executable, shared_library };
enum class UnloadError { not_loaded };

/// Threads: any; loads of one name wait for each other.
class LoadCache {
 public:
  /// Makes the folder, for this user only, if it does not exist. Files that are in it are copied
  /// again when they are loaded, since their times are unknown.
  [[nodiscard]] static Result<std::unique_ptr<LoadCache>, LoadError> open(
      const std::filesystem::path& folder);

  /// Copies a file, or a folder with all its files, and counts the load. Blocks: while it copies.
  /// Fails: with the error of the source or of the disk; then the load is not counted, and no
  /// incomplete file is left.
  [[nodiscard]] Result<void, LoadError> load(FileSource& source, const files::FileName& name,
                                             LoadKind kind);
  /// Undoes one load. After the last one the name is not loaded; its copy stays for the next load.
  [[nodiscard]] Result<void, UnloadError> unload(const files::FileName& name);
  /// Unloads names that are loaded more often than they are in `names`. Returns how many loads were
  /// undone.
  [[nodiscard]] std::size_t keep_only(const std::vector<files::FileName>& names);
  /// The loaded files and folders that are `name`, or contain it.
  [[nodiscard]] std::vector<files::FileName> loaded_with(const files::FileName& name) const;
  [[nodiscard]] std::size_t loads_of(const files::FileName& name) const;

  /// Returns the local path of a loaded file, or of a file in a loaded folder. Fails: ENOENT if it
  /// is not loaded; EINVAL if it is no regular file.
  [[nodiscard]] Result<std::string, LoadError> path_of(const files::FileName& name) const;
  /// Whether it is loaded as a shared library, or lies in a folder that is.
  [[nodiscard]] bool is_library(const files::FileName& name) const;
  /// The folders of all loaded shared libraries, for LD_LIBRARY_PATH; sorted.
  [[nodiscard]] std::vector<std::string> library_folders() const;

  /// Files that were copied since this was made.
  [[nodiscard]] std::uint64_t copies() const noexcept { return copies_.load(); }
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  struct Loaded {
    os::Mutex copying;
    std::size_t count = 0;  // requires LoadCache::mutex_
    bool is_library = false, is_folder = false;
  };
  /// How a file was when it was copied.
  struct FileStamp {
    std::uint64_t size = 0;
    std::optional<std::uint64_t> modified;  // nothing: changes cannot be noticed
  };
  using Outcome = Result<void, LoadError>;

  LoadCache(std::filesystem::path folder, files::RootFolder root)
      : folder_(std::move(folder)), root_(std::move(root)) {}

  [[nodiscard]] Outcome bring(FileSource& source, const files::FileName& name,
                              const SourceEntry& entry, unsigned depth);
  [[nodiscard]] Outcome bring_folder(FileSource& source, const files::FileName& name,
                                     unsigned depth);
  [[nodiscard]] Outcome bring_file(FileSource& source, const files::FileName& name,
                                   const SourceEntry& entry);
  [[nodiscard]] Outcome copy(FileSource& source, const files::FileName& name);
  [[nodiscard]] Outcome make_folder(const files::FileName& name) const;
  void remove_others(const files::FileName& folder, const std::vector<SourceEntry>& kept);
  void remove_tree(const files::FileName& name);
  [[nodiscard]] bool is_current(const files::FileName& name, const SourceEntry& entry) const;
  [[nodiscard]] std::shared_ptr<Loaded> entry_of(const files::FileName& name);

  const std::filesystem::path folder_;
  const files::RootFolder root_;
  os::Atomic<std::uint64_t> copies_{0};
  mutable os::Mutex mutex_;  // guards the members below
  std::map<files::FileName, std::shared_ptr<Loaded>> loaded_;
  std::map<files::FileName, FileStamp> stamps_;
};

}  // namespace orbweaver::device
