// SPDX-License-Identifier: Apache-2.0
// A pipeline of bare threads, without an ORB and within one process: what a machine that wakes
// threads late costs every pipeline.
#pragma once
#include <chrono>
#include <cstdint>

namespace raw {

struct StagesPlan {
  std::uint64_t packets = 1000;
  std::size_t stages = 3;
  std::chrono::nanoseconds work = std::chrono::milliseconds(5);  // on each packet, in each stage
};

/// Runs a thread for each stage. A stage takes the next packet when the stage before has handed it
/// on, waits for the time of the work as a component of the lab does, and hands it on. All packets
/// are there when the first stage begins.
/// Returns the time from then until the last stage has worked on the last packet. Blocks until
/// then.
std::chrono::nanoseconds run_bare_stages(const StagesPlan& plan);

}  // namespace raw
