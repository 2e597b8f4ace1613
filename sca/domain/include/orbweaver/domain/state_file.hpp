// SPDX-License-Identifier: Apache-2.0
// A file that stores which applications are installed and which run, for the next start of the
// domain. Each change replaces the whole file: a reader finds the old state or the new one, also
// after a failure of power.
//
//   1. FILE.new is written
//   2. its bytes reach the disk
//   3. it becomes FILE
//   4. the new name reaches the disk
//
// A crash before the third step leaves the old FILE, and a FILE.new that is never read.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/domain/application_record.hpp>
#include <orbweaver/os/mutex.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orbweaver::domain {

struct DomainState {
  std::vector<std::string> installed;  // SADs of the installed applications, in the SCA file system
  std::vector<ApplicationRecord> applications;
};

/// Threads: any.
class StateFile {
 public:
  explicit StateFile(std::filesystem::path path) : path_(std::move(path)) {}

  /// Reads the file. Returns an empty state if there is no file yet. Fails: with one line, if the
  /// file cannot be read, or is not a valid state; it is not changed.
  [[nodiscard]] Result<DomainState, std::string> read();

  // These functions write the file if the state has changed, or if the last write failed. They
  // block on the disk, and fail with one line.
  [[nodiscard]] Result<void, std::string> set_installed(std::vector<std::string> files);
  [[nodiscard]] Result<void, std::string> set_application(const ApplicationRecord& record);
  [[nodiscard]] Result<void, std::string> remove_application(const std::string& name);
  /// Writes the file even if nothing has changed.
  [[nodiscard]] Result<void, std::string> write_again();

 private:
  /// Requires: mutex_ held.
  [[nodiscard]] Result<void, std::string> write();
  [[nodiscard]] Result<void, std::string> write_whole_file() const;

  const std::filesystem::path path_;
  os::Mutex mutex_;
  std::vector<std::string> installed_;
  std::map<std::string, std::string> applications_;  // JSON, by name
  bool is_written_ = true;                           // the file has the present state
};

}  // namespace orbweaver::domain
