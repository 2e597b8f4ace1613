// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/sim/heap.hpp>

#include <orbweaver/sim/faults.hpp>
#include <orbweaver/sim/simulation.hpp>

#include <sys/mman.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#include "state.hpp"

namespace orbweaver::sim {

namespace {

// A fixed place: addresses are the same in each run.
constexpr std::uintptr_t kRegion = 0x5100'0000'0000;
constexpr std::size_t kHeapSize = std::size_t{1} << 30U;
constexpr unsigned kMostHeaps = 256;

constexpr std::size_t kUnit = 16, kSmall = 1024;
constexpr std::size_t kSmallClasses = kSmall / kUnit + 1, kClasses = kSmallClasses + 4 * 32;

/// Lies right before what the program gets.
struct alignas(kUnit) Head {
  std::uint32_t size_class = 0;
  std::uint32_t offset = 0;  // from the block's start
  std::uint64_t size = 0;
};
static_assert(sizeof(Head) == kUnit);

struct FreeBlock {
  FreeBlock* next = nullptr;
};

struct Class {
  std::uint32_t number = 0;
  std::size_t size = 0;
};

// Classes of 16 bytes' distance, then four for each power of two.
Class class_of(std::size_t size) noexcept {
  const auto units = (size + kUnit - 1) / kUnit;
  if (size <= kSmall) return {static_cast<std::uint32_t>(units), units * kUnit};
  const auto power = static_cast<std::size_t>(std::bit_width(size - 1)) - 1;  // 2^power < size
  const auto step = std::size_t{1} << (power - 2);
  const auto steps = (size - (std::size_t{1} << power) + step - 1) / step;  // 1 to 4
  return {static_cast<std::uint32_t>(kSmallClasses + 4 * (power - 10) + steps - 1),
          (std::size_t{1} << power) + steps * step};
}

}  // namespace

struct Heap {
  std::byte* begin = nullptr;
  std::byte* next = nullptr;
  bool is_open = false, may_run_out = false;
  std::size_t bytes = 0, blocks = 0;
  std::array<FreeBlock*, kClasses> free{};
};

namespace {

constinit std::array<Heap, kMostHeaps> heaps;
constinit Heap* active = nullptr;

bool is_simulated(const void* place) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  return address >= kRegion && address < kRegion + kMostHeaps * kHeapSize;
}

Heap& heap_at(const void* place) noexcept {
  return heaps[(reinterpret_cast<std::uintptr_t>(place) - kRegion) / kHeapSize];
}

std::byte* map(unsigned number) {
  void* const wanted = reinterpret_cast<void*>(kRegion + number * kHeapSize);
  void* const place =
      ::mmap(wanted, kHeapSize, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (place != wanted) {
    std::perror("sim: the addresses of the simulated memory are taken");
    std::abort();
  }
  return static_cast<std::byte*>(place);
}

std::byte* take_block(Heap& heap, Class wanted) noexcept {
  if (auto* const block = heap.free[wanted.number]) {
    heap.free[wanted.number] = block->next;
    return reinterpret_cast<std::byte*>(block);
  }
  if (heap.next + wanted.size > heap.begin + kHeapSize) return nullptr;
  return std::exchange(heap.next, heap.next + wanted.size);
}

bool runs_out(const Heap& heap) noexcept {
  if (!heap.may_run_out || !detail::is_running || this_thread()->with_enough_memory > 0)
    return false;
  const KernelMemory kernel;
  return fault(Kind::no_memory);
}

void* allocate(Heap& heap, std::size_t size, std::size_t alignment) noexcept {
  if (runs_out(heap)) return nullptr;
  const auto extra = alignment > kUnit ? alignment : 0;
  if (size > kHeapSize / 2) return nullptr;
  const auto wanted = class_of(sizeof(Head) + size + extra);
  auto* const block = take_block(heap, wanted);
  if (block == nullptr) return nullptr;
  auto address = reinterpret_cast<std::uintptr_t>(block) + sizeof(Head);
  if (extra != 0) address = (address + alignment - 1) / alignment * alignment;
  auto* const place = reinterpret_cast<std::byte*>(address);
  new (place - sizeof(Head)) Head{wanted.number, static_cast<std::uint32_t>(place - block), size};
  heap.bytes += size;
  ++heap.blocks;
  return place;
}

void release(void* place) noexcept {
  Heap& heap = heap_at(place);
  if (!heap.is_open) return;
  const Head head = *reinterpret_cast<Head*>(static_cast<std::byte*>(place) - sizeof(Head));
  auto* const block = static_cast<std::byte*>(place) - head.offset;
  heap.bytes -= head.size;
  --heap.blocks;
  heap.free[head.size_class] = new (block) FreeBlock{heap.free[head.size_class]};
}

}  // namespace

Heap* open_heap(unsigned number) {
  Heap& heap = heaps.at(number);
  if (heap.begin == nullptr) heap.begin = map(number);
  heap.next = heap.begin;
  heap.bytes = heap.blocks = 0;
  heap.free = {};
  heap.is_open = true;
  heap.may_run_out = false;
  return &heap;
}

void close_heap(Heap* heap) noexcept { heap->is_open = false; }
void use_heap(Heap* heap) noexcept { active = heap; }
Heap* heap_in_use() noexcept { return active; }
std::size_t bytes_in_use(const Heap& heap) noexcept { return heap.bytes; }
std::size_t blocks_in_use(const Heap& heap) noexcept { return heap.blocks; }

bool memory_runs_out() noexcept { return active != nullptr && runs_out(*active); }
void let_memory_run_out(bool may) noexcept { this_process().heap->may_run_out = may; }

EnoughMemory::EnoughMemory() noexcept {
  if (auto* const thread = this_thread()) ++thread->with_enough_memory;
}
EnoughMemory::~EnoughMemory() {
  if (auto* const thread = this_thread()) --thread->with_enough_memory;
}

ScarceMemory::ScarceMemory() noexcept {
  if (auto* const thread = this_thread()) before_ = std::exchange(thread->with_enough_memory, 0);
}
ScarceMemory::~ScarceMemory() {
  if (auto* const thread = this_thread()) thread->with_enough_memory = before_;
}

KernelMemory::KernelMemory() noexcept : before_(std::exchange(active, nullptr)) {}
KernelMemory::~KernelMemory() { active = before_; }

}  // namespace orbweaver::sim

namespace {

void* take(std::size_t size, std::size_t alignment) noexcept {
  using namespace orbweaver::sim;
  if (active != nullptr) return allocate(*active, size, alignment);
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size == 0 ? 1 : size);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  if (void* const place = take(size, alignment)) return place;
  throw std::bad_alloc();
}

void give(void* place) noexcept {
  if (orbweaver::sim::is_simulated(place))
    orbweaver::sim::release(place);
  else
    std::free(place);
}

}  // namespace

// The program's own operators, of which the others of the library make use, except those with an
// alignment.
void* operator new(std::size_t size) { return allocate_or_throw(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t& /*unused*/) noexcept {
  return take(size, 0);
}
void* operator new(std::size_t size, std::align_val_t alignment,
                   const std::nothrow_t& /*unused*/) noexcept {
  return take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept { give(place); }
void operator delete(void* place, std::size_t /*unused*/) noexcept { give(place); }
void operator delete(void* place, std::align_val_t /*unused*/) noexcept { give(place); }
void operator delete(void* place, std::size_t /*unused*/, std::align_val_t /*unused*/) noexcept {
  give(place);
}
