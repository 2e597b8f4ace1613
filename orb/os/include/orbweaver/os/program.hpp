// SPDX-License-Identifier: Apache-2.0
// What a program is started with: process.hpp starts it. Nothing comes from the caller by itself:
// no variable of the environment, no descriptor, no signal that the caller blocks or ignores.
#pragma once
#include <orbweaver/os/thread.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orbweaver::os {

/// Which signals of a terminal, and which kill(-group), reach the program. It stays in the caller's
/// session: a session of its own would be a scheduling group of its own (autogroup), and a yield
/// between threads of two groups may return at once while the other waits for the processor.
enum class ProcessGroup { callers, own };

/// Where the orphans below the program go: to the system's first process or the next one above that
/// adopts (PR_SET_CHILD_SUBREAPER), or to the program itself for as long as it runs.
enum class Orphans { leave, to_the_program };

struct Program {
  std::string file;    // absolute path; no shell and no search. A script names its interpreter (#!)
  int open_file = -1;  // if set, this open file is run (execveat), and `file` is only for messages.
                       // A script cannot be run so: its interpreter must find it by a path
  std::vector<std::string> arguments;    // argv[0] first; empty: the file alone
  std::vector<std::string> environment;  // NAME=value; the whole of it
  std::string directory;                 // empty: the caller's
  /// The i-th becomes the program's descriptor i; -1, and what is missing of the first three:
  /// /dev/null. Every other descriptor is closed. They stay the caller's, too.
  std::vector<int> descriptors;
  ProcessGroup group = ProcessGroup::own;
  Orphans orphans = Orphans::leave;
  /// The signal that the program receives when the thread that started it ends; 0: none. Only for
  /// threads that live as long as the program should.
  int signal_at_starters_end = 0;
  std::vector<unsigned> cpus;  // empty: the caller's
  SchedulingClass scheduling = SchedulingClass::other;
  int priority = 0;                          // fifo, rr: 1 to 99; other: the nice value, -20 to 19
  std::optional<std::uint64_t> stack_bytes;  // of the main thread, and what its threads begin with
};

}  // namespace orbweaver::os
