// SPDX-License-Identifier: Apache-2.0
// Marks descriptors and memory that a child of fork(2) does not share with this process (fork.hpp).
#pragma once
#include <orbweaver/base/bytes.hpp>
#include <orbweaver/os/unique_fd.hpp>

namespace orbweaver::os {

/// Marks the descriptor, if it is one. UniqueFd takes the mark off again.
[[nodiscard]] UniqueFd parent_only(UniqueFd fd) noexcept;
/// Call it before the descriptor is closed. Costs a load if it has no mark.
void unmark_parent_only(int fd) noexcept;

/// Marks shared memory. Fails with std::bad_alloc.
void mark_parent_only(MutableBytes memory);
/// Call it before the memory is unmapped. No effect if it has no mark.
void unmark_parent_only(MutableBytes memory) noexcept;

}  // namespace orbweaver::os
