// SPDX-License-Identifier: Apache-2.0
// Host processes of a device. Each runs the components of one collocation, from their shared
// libraries (sca/host). A process starts with its first component and ends with its last one.
//
// All components of a process have its process id, so terminate() cannot say which one is meant.
// The calls are counted: the process ends after as many calls as components live in it. A component
// that was released does not count, whether or not terminate() was called for it.
#pragma once
#include <orbweaver/device/program_runner.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/os/mutex.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::device {

/// Why a component could not be run: errno, and one line.
struct HostError {
  int code = 0;
  std::string message;
};

/// Threads: any.
class HostProcesses {
 public:
  /// Reports components that ended, by `Launch::name`: a released one, or all components of a
  /// process that ended.
  using OnEnds = std::function<void(const std::vector<std::string>& components, int process,
                                    const os::ProcessEnd& end)>;

  /// `runner` must outlive this object, apart from its destruction, which comes first and ends the
  /// processes. `on_ends` names each component that ran once. It is called on a thread of the guard
  /// or of this object, so it must be brief; it may be called before execute() returns.
  HostProcesses(ProgramRunner& runner, const RunnerOptions& options, OnEnds on_ends);
  ~HostProcesses();
  HostProcesses(const HostProcesses&) = delete;
  HostProcesses& operator=(const HostProcesses&) = delete;

  /// Runs the component of the shared library `launch.path` in the process of the collocation `id`,
  /// which is started if it does not exist. Returns its process id. The first component decides the
  /// process's directory, library folders and options; a later component with other options is
  /// refused. Blocks: until the component has registered or failed, at most `start_timeout`.
  [[nodiscard]] Result<int, HostError> execute(const std::string& id, const Launch& launch);
  /// Counts one call for this process. If it was the last one, ends the process and blocks until it
  /// has ended. Returns false if the process is no host process.
  bool terminate(int process, Nanoseconds grace);

 private:
  struct Component;
  struct Host;
  using Lock = std::unique_lock<os::Mutex>;

  [[nodiscard]] Result<Host*, HostError> host_of(const std::string& id, const Launch& launch,
                                                 Lock& lock);
  [[nodiscard]] static unexpected<HostError> other_options(const Host& host, const Launch& launch);
  [[nodiscard]] Result<void, HostError> start(Host& host, const Launch& launch);
  [[nodiscard]] Result<void, HostError> ask(Host& host, std::uint64_t number,
                                            const Launch& launch) const;
  [[nodiscard]] Result<int, HostError> outcome(Host& host, std::uint64_t number, Lock& lock);
  void read(Host& host);
  void ended(Host& host, int process, const os::ProcessEnd& end);
  void component_ended(Host& host, std::uint64_t number);
  void retire(Host& host);
  void forget_gone(Lock& lock);

  ProgramRunner* runner_;
  const std::string program_;
  const Nanoseconds timeout_;
  const OnEnds on_ends_;
  os::Mutex mutex_;  // guards the members below, and every Host
  os::ConditionVariable changed_;
  std::uint64_t last_number_ = 0;
  // those that take components, by collocation
  std::map<std::string, std::unique_ptr<Host>> hosts_;
  std::vector<std::unique_ptr<Host>> retired_;  // those that are about to end
};

}  // namespace orbweaver::device
