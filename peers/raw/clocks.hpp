// SPDX-License-Identifier: Apache-2.0
// The clocks of the machine, each read by one function.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace raw {

struct Clock {
  std::string name;
  std::int64_t (*read)();  // ticks
  double tick_ns;
  double promised_ns;  // the resolution that the kernel reports; of a counter, its tick
};

/// Those of the kernel, and the processor's counter where it has one whose tick can be known.
std::vector<Clock> all_clocks();

/// Whether the processor says that its counter ticks alike at every clock rate and in every sleep.
/// "unknown" where it says nothing.
std::string counter_is_invariant();

}  // namespace raw
