// SPDX-License-Identifier: Apache-2.0
// The memory of simulated processes. `operator new` takes from the heap of the process whose thread
// runs, at addresses that are the same in each run, so that what depends on addresses is the same,
// too; and all of it is gone with the process. The simulator itself uses the program's heap.
#pragma once
#include <cstddef>

namespace orbweaver::sim {

/// One heap of a process. Heaps of one simulation have different numbers, from 0.
struct Heap;

/// As long as it lives, memory comes from the program's heap: for the simulator's own code.
class KernelMemory {
 public:
  KernelMemory() noexcept;
  ~KernelMemory();
  KernelMemory(const KernelMemory&) = delete;
  KernelMemory& operator=(const KernelMemory&) = delete;

 private:
  Heap* before_;
};

/// From now on allocations of the calling process fail now and then (Kind::no_memory), until `may`
/// is false. Those of a thread with EnoughMemory do not.
void let_memory_run_out(bool may) noexcept;

/// Whether the calling thread gets no memory now: for what the system takes from its own.
[[nodiscard]] bool memory_runs_out() noexcept;

/// As long as it lives, the calling thread's allocations do not fail: for what a scenario does in a
/// process whose memory runs out.
class EnoughMemory {
 public:
  EnoughMemory() noexcept;
  ~EnoughMemory();
  EnoughMemory(const EnoughMemory&) = delete;
  EnoughMemory& operator=(const EnoughMemory&) = delete;
};

/// As long as it lives, an EnoughMemory around it has no effect: for a call into the ORB.
class ScarceMemory {
 public:
  ScarceMemory() noexcept;
  ~ScarceMemory();
  ScarceMemory(const ScarceMemory&) = delete;
  ScarceMemory& operator=(const ScarceMemory&) = delete;

 private:
  unsigned before_ = 0;
};

[[nodiscard]] Heap* open_heap(unsigned number);
void close_heap(Heap* heap) noexcept;
void use_heap(Heap* heap) noexcept;  // null: the program's
[[nodiscard]] Heap* heap_in_use() noexcept;
[[nodiscard]] std::size_t bytes_in_use(const Heap& heap) noexcept;
[[nodiscard]] std::size_t blocks_in_use(const Heap& heap) noexcept;

}  // namespace orbweaver::sim
