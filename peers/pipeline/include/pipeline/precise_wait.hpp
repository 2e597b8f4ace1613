// SPDX-License-Identifier: Apache-2.0
// Waiting as for an offload, to the microsecond: the work of a component in an experiment. It knows
// no ORB.
#pragma once
#include <chrono>
#include <thread>

namespace lab_pipeline {

/// Sleeps until `moment`; spins the last 200 us, since a virtual machine wakes late.
inline void wait_precisely_until(std::chrono::steady_clock::time_point moment) {
  using std::chrono::steady_clock;
  constexpr auto kSpunAtTheEnd = std::chrono::microseconds(200);
  if (steady_clock::now() < moment - kSpunAtTheEnd)
    std::this_thread::sleep_until(moment - kSpunAtTheEnd);
  // A wait needs no processor: stages that end at the same moment must not keep each other from it.
  while (steady_clock::now() < moment) std::this_thread::yield();
}

}  // namespace lab_pipeline
