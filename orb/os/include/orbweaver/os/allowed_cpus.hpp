// SPDX-License-Identifier: Apache-2.0
// The processors that threads of this process may be pinned to.
#pragma once
#include <vector>

namespace orbweaver::os {

/// The processors that the control group allows, which may be more than this process uses now.
/// Blocks: starts a thread and waits for it, so that the affinity of the calling one stays.
[[nodiscard]] std::vector<unsigned> allowed_cpus();

}  // namespace orbweaver::os
