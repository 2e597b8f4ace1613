// SPDX-License-Identifier: Apache-2.0
// Which threads are Orbweaver's own.
#pragma once

namespace orbweaver::os {

/// Whether start_thread() started the calling thread. If not, it is one of the program's.
[[nodiscard]] bool is_own_thread() noexcept;

}  // namespace orbweaver::os
