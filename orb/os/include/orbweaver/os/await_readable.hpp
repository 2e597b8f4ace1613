// SPDX-License-Identifier: Apache-2.0
// Waiting for a few descriptors at once; for many: event_queue.hpp.
#pragma once
#include <bitset>
#include <cstddef>
#include <span>

namespace orbweaver::os {

inline constexpr std::size_t kMostAwaited = 8;

/// Which of the descriptors are readable, hung up or no descriptors; of kMostAwaited at most.
/// Blocks: until one is. None: it was interrupted.
[[nodiscard]] std::bitset<kMostAwaited> await_readable(std::span<const int> descriptors) noexcept;

}  // namespace orbweaver::os
