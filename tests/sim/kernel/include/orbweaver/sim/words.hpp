// SPDX-License-Identifier: Apache-2.0
// Threads that wait for another value of an atomic word of their process.
#pragma once

namespace orbweaver::sim {

/// Blocks: the calling thread, until wake_at_words(). Each looks at its own word then.
void wait_at_words() noexcept;
/// Wakes those of the calling process that wait at any word.
void wake_at_words() noexcept;

}  // namespace orbweaver::sim
