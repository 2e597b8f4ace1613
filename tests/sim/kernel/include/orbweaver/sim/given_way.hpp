// SPDX-License-Identifier: Apache-2.0
// For threads that poll: whether others ran.
#pragma once

namespace orbweaver::sim {

/// Whether another thread ran when the calling one gave way or was preempted, since it called this
/// last.
[[nodiscard]] bool has_given_way() noexcept;

}  // namespace orbweaver::sim
