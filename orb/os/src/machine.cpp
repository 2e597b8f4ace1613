// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/os/machine.hpp>

#include <orbweaver/os/descriptor_passing.hpp>
#include <orbweaver/os/shared_memory.hpp>
#include <orbweaver/os/thread.hpp>

#include <unistd.h>

#include "control_group.hpp"

namespace orbweaver::os {

namespace {

std::optional<std::uint64_t> physical_memory() noexcept {
  const auto pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || size <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(size);
}

// A sandbox may refuse to make the memory, to seal it, or to map it.
bool can_share_memory() noexcept {
  const auto memory = make_shared_memory(kPageSize);
  return memory && Mapping::of(memory->get(), 0, kPageSize, Protection::read_write);
}

}  // namespace

Machine this_machine() {
  const auto limits = read_group_limits("/");
  return {.processors = usable_cpus(),
          .processor_quota = limits.processors,
          .memory_bytes = physical_memory(),
          .memory_limit_bytes = limits.memory_bytes,
          .has_shared_memory = can_share_memory(),
          .has_unix_sockets = make_socket_pair().has_value()};
}

}  // namespace orbweaver::os
