// SPDX-License-Identifier: Apache-2.0
// The state file of a running domain. Only this process uses it. A failed write is tried again
// every second.
#pragma once
#include <orbweaver/domain/state_file.hpp>
#include <orbweaver/os/claimed_file.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/thread.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::domain {

/// Threads: any, after open().
class KeptState {
 public:
  /// Called with one line when writing fails, and with nothing when it succeeds again. On a thread
  /// that changes the state or on one of this object; one call at a time.
  using OnProblem = std::function<void(const std::optional<std::string>& problem)>;

  /// Claims the file by FILE.lock, which has this process's id; then reads and writes it. Fails:
  /// with one line, if a living process has claimed it, or if it cannot be read or written.
  [[nodiscard]] static Result<std::unique_ptr<KeptState>, std::string> open(
      std::filesystem::path path, OnProblem on_problem);

  /// Returns the state that open() read. Call it once.
  [[nodiscard]] DomainState take() { return std::move(read_); }

  // These functions block on the disk. A failure is reported to `problem`, and tried again every
  // second.
  void set_installed(std::vector<std::string> files);
  void set_application(const std::string& name, const ApplicationRecord* record);

  [[nodiscard]] std::optional<std::string> problem() const;

 private:
  KeptState(std::filesystem::path path, os::ClaimedFile claim, OnProblem on_problem)
      : on_problem_(std::move(on_problem)), claim_(std::move(claim)), file_(std::move(path)) {}

  void note(const std::string& what, const Result<void, std::string>& done);
  void write_again(const std::stop_token& stop);

  const OnProblem on_problem_;
  const os::ClaimedFile claim_;
  StateFile file_;
  DomainState read_;
  mutable os::Mutex mutex_;
  os::ConditionVariableAny changed_;
  std::optional<std::string> problem_;
  os::Thread thread_;  // last, so that it ends first
};

}  // namespace orbweaver::domain
