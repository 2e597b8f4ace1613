// SPDX-License-Identifier: Apache-2.0
// How many descriptors this process may have: its connections, open files, and pipes to children.
#pragma once
#include <cstdint>

namespace orbweaver::os {

/// Raises the soft limit (`ulimit -Sn`) to `wanted`, as far as the hard one lets it; never lowers
/// it. Programs that this one starts inherit it. Returns what the limit is now; 0: the system does
/// not say.
std::uint64_t raise_descriptor_limit(std::uint64_t wanted) noexcept;

}  // namespace orbweaver::os
