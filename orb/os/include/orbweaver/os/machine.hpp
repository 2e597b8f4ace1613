// SPDX-License-Identifier: Apache-2.0
// What this process may use of the machine on which it runs. The engine chooses settings from it
// (engine/auto_mode.hpp).
#pragma once
#include <cstdint>
#include <optional>

namespace orbweaver::os {

struct Machine {
  unsigned processors = 1;  // by the affinity of the process, at least 1
  /// How much processor time its control groups allow: 0.5 is half of one processor.
  std::optional<double> processor_quota;
  std::optional<std::uint64_t> memory_bytes;        // of the machine; nothing: not known
  std::optional<std::uint64_t> memory_limit_bytes;  // of its control groups
  bool has_shared_memory = true;  // sealed memory without a name can be made and mapped
  bool has_unix_sockets = true;
};

/// Threads: any. Blocks: never; makes some twenty system calls. Leaves out what it cannot read.
[[nodiscard]] Machine this_machine();

}  // namespace orbweaver::os
