// SPDX-License-Identifier: Apache-2.0
#include "state.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace orbweaver::sim {

namespace {

constexpr std::uintptr_t kRegion = 0x5800'0000'0000;
constexpr std::size_t kStack = std::size_t{256} << 10U, kGuard = 4096;

struct Stacks {
  std::vector<Stack> free;
  std::uintptr_t next = kRegion;
};

Stacks& stacks() {
  static auto* const all = new Stacks;
  return *all;
}

Stack map_stack(std::uintptr_t address) {
  void* const wanted = reinterpret_cast<void*>(address);
  void* const place =
      ::mmap(wanted, kGuard + kStack, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (place != wanted || ::mprotect(place, kGuard, PROT_NONE) != 0) {
    std::perror("sim: a stack cannot be mapped");
    std::abort();
  }
  return {static_cast<std::byte*>(place) + kGuard};
}

}  // namespace

// The lowest free one: the n-th thread of a run has the same stack in each run.
Stack take_stack() {
  auto& all = stacks();
  if (all.free.empty()) {
    const auto address = all.next;
    all.next += kGuard + kStack;
    return map_stack(address);
  }
  const auto lowest = std::ranges::min_element(all.free, {}, &Stack::begin);
  const auto stack = *lowest;
  all.free.erase(lowest);
  return stack;
}

void give_back(Stack stack) noexcept { stacks().free.push_back(stack); }
void* top_of(Stack stack) noexcept { return stack.begin + kStack; }
std::size_t size_of_stacks() noexcept { return kStack; }

}  // namespace orbweaver::sim
