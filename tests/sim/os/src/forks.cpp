// SPDX-License-Identifier: Apache-2.0
// No program of the simulator forks with an ORB.
#include <orbweaver/os/fork.hpp>

namespace orbweaver::os {

namespace detail {
constinit std::atomic<std::uint32_t> fork_generation{0};
}

void watch_forks() {}

}  // namespace orbweaver::os
