// SPDX-License-Identifier: Apache-2.0
// What a child that fork(2) makes shares with its parent, and must not use. The child has one
// thread and a copy of the memory, but the same sockets and the same shared memory as its parent.
#pragma once
#include <atomic>
#include <cstdint>

namespace orbweaver::os {

namespace detail {
extern std::atomic<std::uint32_t> fork_generation;
}

/// Equal in two places only if the same process passes both: it is one more in a child than in its
/// parent. Costs one load. Counts forks after the first watch_forks().
[[nodiscard]] inline std::uint32_t fork_generation() noexcept {
  // relaxed: only the handler of fork() in a child writes it, before any thread of the child begins
  return detail::fork_generation.load(std::memory_order_relaxed);
}

/// From now on each child of fork(2) has, in place of the sockets, event queues and writable shared
/// memory that this room made:
///   a descriptor of the same number from which nothing can be read, and to which nothing can be
///   written, so that the peers see no difference when the child ends or closes it
///   private memory, filled with zeros
/// Children by posix_spawn(), vfork() or clone() are not changed: they only execute a program.
void watch_forks();

}  // namespace orbweaver::os
