// SPDX-License-Identifier: Apache-2.0
// Which queueing discipline the loopback interface has: usually "noqueue".
#pragma once
#include <optional>
#include <string_view>

namespace orbweaver::os {

/// Whether the loopback has a discipline of this kind, "fq" or "noqueue". Nothing: the system does
/// not say. Blocks: never.
[[nodiscard]] std::optional<bool> has_loopback_queue(std::string_view kind) noexcept;

}  // namespace orbweaver::os
