// SPDX-License-Identifier: Apache-2.0
// What an idle component takes of the memory.
#pragma once
#include <filesystem>

#include "launcher.hpp"

namespace orbweaver::deploy_bench {

/// Of one process, the mean of several.
struct IdleMemory {
  double unique_kib = 0;  // what would be free if it ended
  double pss_kib = 0;     // that, and its share of what it has in common with others
};

/// Throws std::runtime_error if the kernel does not say it.
[[nodiscard]] IdleMemory memory_of(pid_t process);

/// Starts `count` processes of a component's program, initialises and starts the components, looks,
/// and ends them. Throws what Launcher::start and the calls throw; std::runtime_error if the kernel
/// does not say it.
[[nodiscard]] IdleMemory measure_idle(Launcher& launcher, const std::filesystem::path& program,
                                      std::size_t count);

}  // namespace orbweaver::deploy_bench
