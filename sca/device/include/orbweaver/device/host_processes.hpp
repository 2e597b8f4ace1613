// SPDX-License-Identifier: Apache-2.0
// Host processes of a device: each runs the components of one collocation, from their shared
// libraries (sca/host). A process begins with its first component and ends with its last.
//
// All components of a process have its id, so terminate() cannot say which one is meant. It counts:
// the process is ended when it was asked for as often as components live in it. A component that
// was released lives no more, whether or not its terminate() comes.
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

/// Why a component does not run: errno, and one line.
struct HostError {
  int code = 0;
  std::string message;
};

/// Threads: any.
class HostProcesses {
 public:
  /// Components that ended, by `Launch::name`: one that was released, or all of a process that
  /// ended.
  using OnEnds = std::function<void(const std::vector<std::string>& components, int process,
                                    const os::ProcessEnd& end)>;

  /// `runner` must outlive it, but for its destruction: that ends the processes, and comes first.
  /// `on_ends` names each component that ran once, on a thread of the guard or of this: brief. It
  /// may come before execute() returns.
  HostProcesses(ProgramRunner& runner, const RunnerOptions& options, OnEnds on_ends);
  ~HostProcesses();
  HostProcesses(const HostProcesses&) = delete;
  HostProcesses& operator=(const HostProcesses&) = delete;

  /// Runs the component of the shared library `launch.path` in the process of the collocation `id`,
  /// which is started if it is not there. Returns its process id. Directory and library
  /// folders are those of the first component of the process, and so are its options: a later
  /// component with others is refused. Blocks: until the component is
  /// registered, or not; at most `start_timeout`.
  [[nodiscard]] Result<int, HostError> execute(const std::string& id, const Launch& launch);
  /// Takes one component off this process. Blocks: until the process has ended, if that was the
  /// last one. False: the process is no host process.
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
  std::map<std::string, std::unique_ptr<Host>> hosts_;  // they take components; by collocation
  std::vector<std::unique_ptr<Host>> retired_;          // they are about to end
};

}  // namespace orbweaver::device
