// SPDX-License-Identifier: Apache-2.0
// The children of this process, for a program that adopts what others leave behind. A program that
// uses this must wait for its children in no other way.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/system_error.hpp>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::os {

/// From now on the orphans below this process become its children (PR_SET_CHILD_SUBREAPER). Under
/// QEMU's user mode they do not, and it succeeds.
[[nodiscard]] Result<void, SystemError> adopt_orphans() noexcept;

/// The children of the calling thread, ended ones included; of all threads where the kernel does
/// not list them by thread. Nothing without /proc.
[[nodiscard]] std::vector<int> children_of_this_thread();
/// The children of this process, found by each process's own line in /proc; slower than the above.
[[nodiscard]] std::vector<int> children_of_this_process();

/// Forgets a child that has ended and says which, and how; nothing if none has. Never blocks.
[[nodiscard]] std::optional<std::pair<int, ProcessEnd>> reap_one() noexcept;

/// Starts a process that runs `body` and ends with what it returns; its id. It has what this
/// process has, and one thread. For a process with one thread. Fails: as fork.
[[nodiscard]] Result<int, SystemError> start_copy(const std::function<int()>& body);
/// Forgets this child once it has ended. Blocks: until then. Returns at once if it is no child.
void await_child(int child) noexcept;

/// Kills the children of this process, and those that become its children through that, until there
/// are none. For a process with one thread that adopts orphans. Blocks: until all are gone. A child
/// that this process may not kill (EPERM) is left.
void kill_all_children();

}  // namespace orbweaver::os
