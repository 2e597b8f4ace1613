// SPDX-License-Identifier: Apache-2.0
// Runs the programs of a device: below a guard, without a shell, in a clean environment; reads
// their output line by line.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/device/launch_options.hpp>
#include <orbweaver/device/output_reader.hpp>
#include <orbweaver/guard/guard.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/os/process.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::device {

struct RunnerOptions {
  std::string guard_program;      // path of orbweaver-guard
  std::string host_program = {};  // path of orbweaver-component-host; empty: beside this program
  std::vector<std::string> environment{"PATH=/usr/local/bin:/usr/bin:/bin"};  // NAME=value
  Nanoseconds start_timeout = std::chrono::seconds{10};
  OnLine on_line;  // empty: output is logged (level info, standard error as warning)
};

struct Launch {
  std::string name;       // for its output
  std::string path;       // path of the file, absolute
  std::string directory;  // working directory
  std::vector<std::string> library_folders;
  /// Each id and each value become an argument after the path, in this order.
  std::vector<std::pair<std::string, std::string>> parameters;
  LaunchOptions options;
  // the caller's; the program has them as 3 and so on; at most 4
  std::vector<int> descriptors = {};
};

/// Threads: any.
class ProgramRunner {
 public:
  using OnEnd = guard::OnEnd;

  explicit ProgramRunner(RunnerOptions options);
  /// Kills the running programs and their children. Blocks: until all have ended. Each `on_end` has
  /// been called then.
  ~ProgramRunner() = default;
  ProgramRunner(const ProgramRunner&) = delete;
  ProgramRunner& operator=(const ProgramRunner&) = delete;

  /// Starts a program and returns its process id. The first start starts the guard, and a new one
  /// after a guard died. `on_end` is called once, on a thread of the guard; see guard::OnEnd.
  /// Blocks: until the program runs, at most `start_timeout`. Fails: as Guard::start; also if this
  /// user may not set what the options ask for (launch_refusal.hpp).
  [[nodiscard]] Result<int, os::StartError> start(const Launch& launch, OnEnd on_end);
  /// Sends SIGTERM, then SIGKILL after `grace`. Processes that the program left are killed, too.
  /// Returns nothing if there is no such program.
  std::optional<os::ProcessEnd> terminate(int process, Nanoseconds grace);
  /// Ends all running programs at the same time. One that is started meanwhile may stay.
  void terminate_all(Nanoseconds grace);
  /// Makes pipe ends that are read as the output of the program `name`.
  [[nodiscard]] Result<OutputEnds, os::SystemError> add_output(const std::string& name) {
    return output_.add(name);
  }
  /// See OutputReader::take_last_error().
  [[nodiscard]] std::string take_last_error(const std::string& name, const Deadline& deadline) {
    return output_.take_last_error(name, deadline);
  }

 private:
  [[nodiscard]] Result<std::shared_ptr<guard::Guard>, os::StartError> guard();
  [[nodiscard]] std::shared_ptr<guard::Guard> current_guard();

  const RunnerOptions options_;
  OutputReader output_;
  os::Mutex mutex_;
  std::shared_ptr<guard::Guard> guard_;  // last member: ended first; requires mutex_
};

}  // namespace orbweaver::device
