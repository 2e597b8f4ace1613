// SPDX-License-Identifier: Apache-2.0
// Counts the allocations of a program into which it is preloaded (LD_PRELOAD). It writes to the
// file that ORBWEAVER_ALLOCATIONS names: eight bytes, the number of allocations so far, and eight,
// the bytes asked for. The file is mapped and shared, so it may be read at any moment from outside.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

// The C library's own doors below malloc and its sisters.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

struct Counters {
  std::atomic<std::uint64_t> allocations, bytes;
};

Counters until_mapped;
std::atomic<Counters*> counters{&until_mapped};

__attribute__((constructor)) void map_counters() {
  const char* path = std::getenv("ORBWEAVER_ALLOCATIONS");
  if (path == nullptr) return;
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void* shared = mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  // relaxed: the program that made the file zeroed the page; nothing else is published with it.
  if (shared != MAP_FAILED)
    counters.store(static_cast<Counters*>(shared), std::memory_order_relaxed);
}

void count(std::size_t bytes) noexcept {
  // relaxed: plain counts, read while the program is idle.
  auto* now = counters.load(std::memory_order_relaxed);
  now->allocations.fetch_add(1, std::memory_order_relaxed);
  now->bytes.fetch_add(bytes, std::memory_order_relaxed);
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  count(size);
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) {
  count(number * size);
  return __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size) {
  count(size);
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  void* outcome = memalign(alignment, size);
  if (outcome == nullptr) return 12;  // ENOMEM
  *result = outcome;
  return 0;
}

}  // extern "C"
