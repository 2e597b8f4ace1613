// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <orbweaver/sim/clock.hpp>
#include <orbweaver/sim/thread.hpp>

namespace orbweaver::sim {

/// Whether `happens` was true until then. Blocks: until it is, or that moment.
template <class Happens>
bool happens_by(Time last, Happens happens) {
  constexpr Time kPause = 100 * kMillisecond;
  while (!happens()) {
    if (virtual_now() > last) return false;
    sleep_until(virtual_now() + kPause);
  }
  return true;
}

}  // namespace orbweaver::sim
