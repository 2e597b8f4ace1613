// SPDX-License-Identifier: Apache-2.0
// The new process between its birth and its program.
//
// The new process shares the memory of the process that started it, whose calling thread stands
// still until the program is loaded or the step that failed is known (clone with CLONE_VM and
// CLONE_VFORK). So it writes the failure where the caller reads it, and needs no pipe. In return,
// it must not touch anything that other threads use: no allocation, no lock, no function of the C
// library that has a state. The starter makes everything before the birth; see prepare() in
// process.cpp.
#pragma once
#include <orbweaver/os/process.hpp>

#include <sched.h>

#include <cstddef>
#include <cstdint>

namespace orbweaver::os {

struct ChildSetup {
  const char* file = nullptr;
  int open_file = -1;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const char* directory = nullptr;
  int* descriptors = nullptr;  // scratch: the child replaces each descriptor by a copy of its own
  unsigned descriptor_count = 0;
  ProcessGroup group = ProcessGroup::own;
  Orphans orphans = Orphans::leave;
  int signal_at_starters_end = 0;
  int starter = 0;
  const cpu_set_t* cpus = nullptr;
  int policy = -1;  // -1: as the starter
  int priority = 0;
  const std::uint64_t* stack_bytes = nullptr;
  StartError failure;
};

/// The function for clone(): `setup` is a ChildSetup. Returns only if a step failed.
int run_child(void* setup) noexcept;

/// Blocks every signal of the calling thread while it lives, the C library's own too, since no
/// handler of the caller may run in the new process.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() noexcept;
  ~AllSignalsBlocked();
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  std::uint64_t before_ = 0;
};

}  // namespace orbweaver::os
