// SPDX-License-Identifier: Apache-2.0
// A program that this process started, and its end. It is started without a shell, from any thread
// of a process with many threads, and owned by a pidfd, which no other process can take over.
//
//   auto process = os::start({.file = "/usr/bin/env", .environment = {"PATH=/usr/bin"}});
//   if (!process) log().error("{}", os::describe(process.error()));
//   else (void)process->wait(Deadline::never());
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/program.hpp>
#include <orbweaver/os/system_error.hpp>
#include <orbweaver/os/unique_fd.hpp>

#include <optional>
#include <string>
#include <utility>

namespace orbweaver::os {

/// How a program ended.
struct ProcessEnd {
  enum class Kind { exited, killed };
  Kind kind = Kind::exited;
  int value = 0;  // exited: the status, 0 to 255; killed: the signal
  friend bool operator==(const ProcessEnd&, const ProcessEnd&) = default;
};
/// "exit status 3", "killed by SIGSEGV".
[[nodiscard]] std::string describe(const ProcessEnd& end);

/// The step at which a program could not be started.
enum class StartStep {
  prepare,  // descriptors of the caller, memory, the new process itself
  group,
  signal_at_starters_end,
  orphans,
  cpus,
  scheduling,
  stack,
  directory,
  descriptors,
  execute,
};
struct StartError {
  StartStep step = StartStep::prepare;
  int code = 0;  // errno
  friend bool operator==(const StartError&, const StartError&) = default;
};
/// "execute: No such file or directory".
[[nodiscard]] std::string describe(const StartError& error);

class Process {
 public:
  Process(Process&& other) noexcept
      : id_(std::exchange(other.id_, 0)),
        handle_(std::move(other.handle_)),
        end_(std::exchange(other.end_, std::nullopt)) {}
  Process& operator=(Process&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(handle_, other.handle_);
    std::swap(end_, other.end_);
    return *this;
  }
  /// A program that has not ended is killed. Blocks: until it is gone.
  ~Process();

  [[nodiscard]] int id() const noexcept { return id_; }
  /// Readable once the program has ended; for poll and epoll. Owned by this.
  [[nodiscard]] int handle() const noexcept { return handle_.get(); }

  /// The end of the program, again at each call; nothing if the deadline passed before. Blocks:
  /// until then. Threads: one at a time. Fails: ECHILD if this process ignores SIGCHLD, as the
  /// system then keeps no end for it.
  [[nodiscard]] Result<std::optional<ProcessEnd>, SystemError> wait(Deadline deadline) noexcept;
  /// Sends it a signal. Fails: ESRCH once it has ended.
  [[nodiscard]] Result<void, SystemError> send(int signal) const noexcept;
  /// SIGTERM, and SIGKILL if it has not ended after `grace`. Blocks: until it has ended.
  [[nodiscard]] Result<ProcessEnd, SystemError> terminate(Nanoseconds grace) noexcept;
  /// Gives the program up: it runs on, and its starter waits for it in another way. Returns its id.
  int release() noexcept;

 private:
  friend Result<Process, StartError> start(const Program& program);
  Process(int id, UniqueFd handle) noexcept : id_(id), handle_(std::move(handle)) {}

  int id_ = 0;
  UniqueFd handle_;
  std::optional<ProcessEnd> end_;
};

/// Starts the program. Threads: any. Blocks: until the program's file is loaded, or the step that
/// failed is known; an order of 0.1 ms. Fails: with the first step that failed; then no process is
/// left.
[[nodiscard]] Result<Process, StartError> start(const Program& program);

/// A handle of any process, readable once it has ended. Fails: ESRCH if there is none.
[[nodiscard]] Result<UniqueFd, SystemError> open_process(int id) noexcept;
/// To the process of the handle, and to no other one that has its id now. Fails: ESRCH once it has
/// ended.
[[nodiscard]] Result<void, SystemError> send_signal_by_handle(int handle, int signal) noexcept;

}  // namespace orbweaver::os
