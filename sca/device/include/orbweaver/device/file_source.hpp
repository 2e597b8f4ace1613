// SPDX-License-Identifier: Apache-2.0
// The interface by which a device loads files: the part of CF::FileSystem that it needs, without
// CORBA.
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/files/file_name.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::device {

struct LoadError {
  int code = 0;  // errno; 0: unknown
  std::string message;
};

struct SourceEntry {
  std::string name;
  bool is_folder = false;
  std::uint64_t size = 0;
  std::optional<std::uint64_t> modified;  // seconds since 1970; nothing: unknown
};

/// Threads: any. Blocks: as the source does.
class FileSource {
 public:
  FileSource() = default;
  virtual ~FileSource() = default;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  /// Returns what the file system knows about a file or folder. Fails: ENOENT if it does not exist.
  [[nodiscard]] virtual Result<SourceEntry, LoadError> look_at(const files::FileName& name) = 0;
  [[nodiscard]] virtual Result<std::vector<SourceEntry>, LoadError> entries_of(
      const files::FileName& folder) = 0;
  /// Receives a file piece by piece. Reading stops if it fails.
  using Take = std::function<Result<void, LoadError>(Bytes piece)>;
  [[nodiscard]] virtual Result<void, LoadError> read(const files::FileName& name,
                                                     const Take& take) = 0;
};

}  // namespace orbweaver::device
