// The processors that threads of this process may be pinned to.
#pragma once
#include <vector>

namespace orbweaver::os {

/// What the control group allows: that may be more than this process uses now. Blocks: starts a
/// thread, so that the affinity of the calling one stays.
[[nodiscard]] std::vector<unsigned> allowed_cpus();

}  // namespace orbweaver::os
