// SPDX-License-Identifier: Apache-2.0
// The signal processing of a stage, as time.
#pragma once
#include <cstdint>

namespace peer {

enum class Work { wait, spin };

/// What such work is counted by: real time, or this thread's processor time.
std::int64_t work_clock_ns(Work work);

/// `wait`: as for an offload to other hardware; sleeps, then spins the last 200 us, because a sleep
/// ends late. `spin`: burns that much time of the processor, however long the thread has to wait
/// for one.
void do_work(Work work, std::int64_t duration_ns);

}  // namespace peer
