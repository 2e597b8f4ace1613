// SPDX-License-Identifier: Apache-2.0
// What is asked of a clock: what a look costs, in which steps it goes, and whether it ever goes
// back when a message passes from one processor to another.
#pragma once
#include <chrono>

#include "clocks.hpp"

namespace raw {

/// Nanoseconds of one look; one value for each block of `batch` looks.
std::vector<double> cost_ns(const Clock& clock, std::uint64_t blocks, std::uint64_t batch);

/// The smallest step forward that was seen within `looks` looks, in nanoseconds. A slow clock gets
/// more of them until it moves; 0: it did not within `limit`.
double smallest_step_ns(const Clock& clock, std::uint64_t looks, std::chrono::nanoseconds limit);

struct Passing {
  std::uint64_t looks = 0;  // that were held against one on the other processor just before
  std::uint64_t backwards = 0;
  double worst_ns = 0;  // the furthest step back
};

/// Two threads, one on each processor, hand a reading to and fro: the one that gets it reads the
/// clock, too, and must not see an earlier time. Ends after `looks`, or after `limit`.
/// Fails: throws std::system_error if a thread may not run on its processor.
Passing pass_between(const Clock& clock, int first_cpu, int second_cpu, std::uint64_t looks,
                     std::chrono::nanoseconds limit);

}  // namespace raw
