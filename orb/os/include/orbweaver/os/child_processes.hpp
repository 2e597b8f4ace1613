// The children of this process, for a program that adopts what others leave behind. A program that
// uses this must wait for its children in no other way.
#pragma once
#include <orbweaver/base/result.hpp>
#include <orbweaver/os/process.hpp>
#include <orbweaver/os/system_error.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace orbweaver::os {

/// From now on the orphans below this process become its children (PR_SET_CHILD_SUBREAPER).
[[nodiscard]] Result<void, SystemError> adopt_orphans() noexcept;

/// The children of the calling thread, ended ones included; of all threads where the kernel does
/// not list them by thread. Nothing without /proc.
[[nodiscard]] std::vector<int> children_of_this_thread();
/// The same, from every process's own line in /proc; slower.
[[nodiscard]] std::vector<int> children_of_this_process();

/// Forgets a child that has ended and says which, and how; nothing if none has. Never blocks.
[[nodiscard]] std::optional<std::pair<int, ProcessEnd>> reap_one() noexcept;

/// Kills the children of this process, and those that become its children through that, until there
/// are none. For a process with one thread that adopts orphans. Blocks: until all are gone. A child
/// that this process may not kill (EPERM) is left.
void kill_all_children();

}  // namespace orbweaver::os
