// SPDX-License-Identifier: Apache-2.0
// Counts that threads wait for.
#pragma once
#include <latch>
#include <semaphore>

namespace orbweaver::os {

using Semaphore = std::counting_semaphore<>;
using BinarySemaphore = std::binary_semaphore;
using Latch = std::latch;

}  // namespace orbweaver::os
