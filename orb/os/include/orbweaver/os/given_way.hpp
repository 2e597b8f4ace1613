// SPDX-License-Identifier: Apache-2.0
// For threads that poll: whether others want the processor.
#pragma once

namespace orbweaver::os {

/// Whether another thread ran in place of the calling one, which could have gone on, since the
/// calling thread called this last, or since it began: in a yield, or because the system preempted
/// it. A system call.
[[nodiscard]] bool has_given_way() noexcept;

}  // namespace orbweaver::os
