// SPDX-License-Identifier: Apache-2.0
// The guard: a small process that starts programs for this process, and ends them all when this
// process ends. After `kill -9` of this process, no program that it started is left, nor any child
// of such a program, daemons included. docs/understand/decisions/0010 explains how, and what
// happens if the guard dies.
//
//   auto guard = guard::Guard::begin({.program = *guard::program_beside_this()});
//   auto process = (*guard)->start({.file = "/sdr/dom/bin/demod"}, Deadline::never(),
//                                  [](int process, const os::ProcessEnd& end) { ... });
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/program.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace orbweaver::guard {

/// The most bytes of arguments, environment and paths of one program together. Beyond it: E2BIG.
inline constexpr std::size_t kMostProgramBytes = std::size_t{128} * 1024;
/// The most descriptors of one program, with that of a file to run. Beyond it: EMFILE.
inline constexpr std::size_t kMostDescriptors = 8;

/// Called once when a program has ended, on the guard's reader thread: it must be brief, and must
/// not make a call of the guard that waits.
using OnEnd = std::function<void(int process, const os::ProcessEnd& end)>;

struct GuardOptions {
  std::string program;  // path of orbweaver-guard
};

/// Returns the path of orbweaver-guard in the folder of the running program; nothing if it is not
/// there.
[[nodiscard]] std::optional<std::string> program_beside_this();

/// Threads: any, unless a function says otherwise.
class Guard {
 public:
  /// Starts the guard. Fails: as os::start does.
  [[nodiscard]] static Result<std::unique_ptr<Guard>, os::StartError> begin(
      const GuardOptions& options);
  /// Kills every program that was started here, and what these started. Blocks: until all are gone.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  /// Starts a program below the guard; returns its process id. The program is in a process group of
  /// its own and in the guard's session, adopts the orphans below it, and is killed when the guard
  /// dies: `group`, `orphans` and `signal_at_starters_end` of `program` are not looked at. Blocks:
  /// until it runs or cannot.
  /// Order: `on_end` is called after the program ended, which may be before this returns.
  /// Fails: as os::start does; E2BIG, EMFILE (above); ETIMEDOUT at the deadline: the program is
  /// killed if it starts after all; EPIPE: the guard is gone.
  [[nodiscard]] Result<int, os::StartError> start(const os::Program& program, Deadline deadline,
                                                  OnEnd on_end = {});
  /// Sends a signal to a program and its process group. Returns false if it has ended, or was not
  /// started here.
  bool send(int process, int signal);
  /// Waits for the end of a running program. Returns nothing if the deadline passed, or if it was
  /// not running.
  [[nodiscard]] std::optional<os::ProcessEnd> wait(int process, Deadline deadline);
  /// Sends SIGTERM, then SIGKILL after `grace`. Returns nothing if the program was not running.
  /// Blocks: until it has ended. Processes that it leaves are killed without a grace: see settle().
  std::optional<os::ProcessEnd> terminate(int process, Nanoseconds grace);
  /// Terminates all running programs at the same time. One that is started meanwhile may stay.
  void terminate_all(Nanoseconds grace);
  /// Waits until all processes that ended programs left are killed. Returns false if the deadline
  /// passed; true if the guard is gone, as then no process is left.
  [[nodiscard]] bool settle(Deadline deadline);

  /// The guard's own process id.
  [[nodiscard]] int process_id() const noexcept;
  /// Whether the guard died. Every program was killed with it, and its end reported.
  [[nodiscard]] bool is_lost() const;

 private:
  class Connection;
  explicit Guard(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

}  // namespace orbweaver::guard
