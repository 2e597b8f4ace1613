// SPDX-License-Identifier: Apache-2.0
// CLOCK_MONOTONIC, the same clock in every process of the machine.
#pragma once
#include <cstdint>

namespace peer {

std::int64_t now_ns();
void sleep_until_ns(std::int64_t moment);

}  // namespace peer
