// SPDX-License-Identifier: Apache-2.0
// Octets that cannot be guessed.
#pragma once
#include <orbweaver/base/bytes.hpp>

#include <cstdint>

namespace orbweaver::os {

/// Fills `octets` from the system's generator for secrets: getrandom(2).
/// Blocks: only on a machine that has just started, until its generator is ready. Threads: any.
/// Fails: std::system_error if the system refuses.
void fill_with_random(MutableBytes octets);
/// Eight octets of it. As fill_with_random().
[[nodiscard]] std::uint64_t random_number();

}  // namespace orbweaver::os
