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

[[nodiscard]] Heap* open_heap(unsigned number);
void close_heap(Heap* heap) noexcept;
void use_heap(Heap* heap) noexcept;  // null: the program's
[[nodiscard]] Heap* heap_in_use() noexcept;
[[nodiscard]] std::size_t bytes_in_use(const Heap& heap) noexcept;
[[nodiscard]] std::size_t blocks_in_use(const Heap& heap) noexcept;

}  // namespace orbweaver::sim
