// SPDX-License-Identifier: Apache-2.0
// The program of the component, from its start to its end.
#pragma once
#include <orbweaver/device/host_processes.hpp>
#include <orbweaver/device/program_runner.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/trial/subject.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace orbweaver::trial {

/// Threads: any, but for its destruction.
class SubjectProgram {
 public:
  /// `start_timeout`: 0: no limit. `on_line`: see OutputReader. `on_end`: called once when the
  /// program has ended; must be brief.
  SubjectProgram(std::string guard_program, Nanoseconds start_timeout, device::OnLine on_line,
                 std::function<void()> on_end);
  /// Kills the program. All lines that it printed were passed on when this returns.
  ~SubjectProgram() = default;
  SubjectProgram(const SubjectProgram&) = delete;
  SubjectProgram& operator=(const SubjectProgram&) = delete;

  /// Starts the program and returns its process id. A library runs in a host process. Blocks: until
  /// it runs. Fails: with one clause.
  [[nodiscard]] Result<int, std::string> start(
      const Subject& subject, std::vector<std::pair<std::string, std::string>> parameters);
  /// How it ended: "killed by SIGKILL". Nothing: it runs, or was not started.
  [[nodiscard]] std::optional<std::string> how_it_ended() const;
  /// Waits for the end of the program, and returns how it ended.
  [[nodiscard]] std::optional<std::string> await_end(Nanoseconds most) const;
  /// Sends SIGTERM, then SIGKILL after `grace`; also while start() is under way. Blocks: until it
  /// has ended.
  void terminate(Nanoseconds grace);

 private:
  void ended(const os::ProcessEnd& end);

  const std::function<void()> on_end_;
  mutable os::Mutex mutex_;
  mutable os::ConditionVariable changed_;
  std::optional<std::string> end_;
  int process_ = 0;
  device::RunnerOptions options_;
  device::HostProcesses hosts_;
  device::ProgramRunner runner_;  // last, so that it ends first
};

}  // namespace orbweaver::trial
