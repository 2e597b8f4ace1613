// SPDX-License-Identifier: Apache-2.0
// The guard: a small process beside this one that starts programs and outlives it just long enough
// to end them all. `kill -9` of this process leaves no program that it started here, and nothing
// that such a program started, daemons included. docs/understand/decisions/0010 says how, and what
// the guard's own death means.
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

/// The most bytes of arguments, environment and paths of one program together; more is E2BIG.
inline constexpr std::size_t kMostProgramBytes = std::size_t{128} * 1024;
/// Descriptors that one program may be given, an open file to run included; more is EMFILE.
inline constexpr std::size_t kMostDescriptors = 8;

/// Called once with the end of a program, on the guard's reader thread: brief, and no call of the
/// guard that waits.
using OnEnd = std::function<void(int process, const os::ProcessEnd& end)>;

struct GuardOptions {
  std::string program;  // path of orbweaver-guard
};

/// The path of orbweaver-guard if it lies in the folder of the running program.
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
  /// Sends a signal to a program and to what it started in its process group. False: it has ended,
  /// or was not started here.
  bool send(int process, int signal);
  /// The end of a running program; nothing if the deadline passed before, or it was not running.
  [[nodiscard]] std::optional<os::ProcessEnd> wait(int process, Deadline deadline);
  /// SIGTERM, and SIGKILL if it has not ended after `grace`. Nothing: it was not running. Blocks:
  /// until it has ended. Processes that it leaves behind are killed at its end, without a grace:
  /// settle().
  std::optional<os::ProcessEnd> terminate(int process, Nanoseconds grace);
  /// Terminates all programs that run, side by side. A program that is started meanwhile may stay.
  void terminate_all(Nanoseconds grace);
  /// Waits until nothing is left of the programs that have ended, which the guard kills at their
  /// end. False: the deadline passed first. True also if the guard is gone, as then all is gone.
  [[nodiscard]] bool settle(Deadline deadline);

  /// The guard's own process id.
  [[nodiscard]] int process_id() const noexcept;
  /// Whether the guard died: every program was killed with it, and reported so.
  [[nodiscard]] bool is_lost() const;

 private:
  class Connection;
  explicit Guard(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

}  // namespace orbweaver::guard
