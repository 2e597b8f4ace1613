// SPDX-License-Identifier: Apache-2.0
// Programs of a device, from their start to their end: below a guard, without a shell, in a clean
// environment, their output read line by line.
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
  std::string guard_program;  // path of orbweaver-guard
  std::string host_program =
      {};  // path of orbweaver-component-host; empty: it lies beside this program
  std::vector<std::string> environment{"PATH=/usr/local/bin:/usr/bin:/bin"};  // NAME=value
  Nanoseconds start_timeout = std::chrono::seconds{10};
  OnLine on_line;  // nothing: output is logged, level info, and standard error as warning
};

struct Launch {
  std::string name;       // the output's
  std::string path;       // path of the file, absolute
  std::string directory;  // where it runs
  std::vector<std::string> library_folders;
  /// After the path, each id and its value are an argument, in this order.
  std::vector<std::pair<std::string, std::string>> parameters;
  LaunchOptions options;
  std::vector<int> descriptors = {};  // the caller's, which become 3 and so on; at most 4
};

/// Threads: any.
class ProgramRunner {
 public:
  using OnEnd = guard::OnEnd;

  explicit ProgramRunner(RunnerOptions options);
  /// Kills what still runs, and what it started. Blocks: until all is gone. Each `on_end` has been
  /// called then.
  ~ProgramRunner() = default;
  ProgramRunner(const ProgramRunner&) = delete;
  ProgramRunner& operator=(const ProgramRunner&) = delete;

  /// Returns the process id. The first start begins the guard, and the first after a guard died a
  /// new one. Blocks: until the program runs; at most `start_timeout`. Fails: as Guard::start;
  /// also where this user may not give the program what its options say (launch_refusal.hpp).
  /// `on_end` is called once, on a thread of the guard; see guard::OnEnd.
  [[nodiscard]] Result<int, os::StartError> start(const Launch& launch, OnEnd on_end);
  /// SIGTERM, and SIGKILL after `grace`; what the program left behind is gone afterwards, too.
  /// Nothing: no such program runs.
  std::optional<os::ProcessEnd> terminate(int process, Nanoseconds grace);
  /// Ends all programs that run, side by side. A program that is started meanwhile may stay.
  void terminate_all(Nanoseconds grace);
  /// Ends of pipes that are read as a program's output of this name.
  [[nodiscard]] Result<OutputEnds, os::SystemError> add_output(const std::string& name) {
    return output_.add(name);
  }
  /// Calls OutputReader::take_last_error().
  [[nodiscard]] std::string take_last_error(const std::string& name, const Deadline& deadline) {
    return output_.take_last_error(name, deadline);
  }

 private:
  [[nodiscard]] Result<std::shared_ptr<guard::Guard>, os::StartError> guard();
  [[nodiscard]] std::shared_ptr<guard::Guard> current_guard();

  const RunnerOptions options_;
  OutputReader output_;
  os::Mutex mutex_;
  std::shared_ptr<guard::Guard> guard_;  // last, so that it ends first; requires mutex_
};

}  // namespace orbweaver::device
