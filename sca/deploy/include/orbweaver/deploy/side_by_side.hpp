// SPDX-License-Identifier: Apache-2.0
// Runs one function for many numbers, on a limited number of threads.
#pragma once
#include <cstddef>
#include <functional>

namespace orbweaver::deploy {

/// Calls `body(0)` to `body(count - 1)`, each once, on the calling thread and up to `threads - 1`
/// others, which end before the call returns. The numbers begin in order. With one thread or one
/// number, no thread is started. `body` must not throw.
void side_by_side(std::size_t count, std::size_t threads,
                  const std::function<void(std::size_t)>& body);

}  // namespace orbweaver::deploy
