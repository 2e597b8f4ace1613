// SPDX-License-Identifier: Apache-2.0
// fork(2) copies the calling thread alone. So the child cannot wait for a lock that another thread
// held at that moment. The table of descriptors has no lock. The table of memory has one: the
// thread that forks takes it before the fork, and gives it back afterwards in both processes.
#include <orbweaver/os/fork.hpp>

#include "parent_only.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <system_error>
#include <vector>

namespace orbweaver::os {

namespace detail {
constinit std::atomic<std::uint32_t> fork_generation{0};
}

namespace {

// A bit for each descriptor: Linux gives a process no more of them by default (fs.nr_open). Pages
// that were never touched take no memory.
constexpr std::size_t kMostDescriptors = 1U << 20;
constexpr unsigned kBits = 64;
constinit std::array<std::atomic<std::uint64_t>, kMostDescriptors / kBits> descriptors{};
// The child of a fork reads it: a lock could be held there for ever.
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
constinit std::atomic<std::size_t> words_used{0};

struct PrivateMemory {
  std::mutex mutex;
  std::vector<MutableBytes> all;
};

// Never destroyed: connections may end while the program's static objects do.
PrivateMemory& memory() {
  static PrivateMemory& instance = *new PrivateMemory;
  return instance;
}

std::atomic<std::uint64_t>& word_of(int fd) noexcept {
  return descriptors[static_cast<std::size_t>(fd) / kBits];
}
std::uint64_t bit_of(int fd) noexcept {
  return std::uint64_t{1} << (static_cast<unsigned>(fd) % kBits);
}

bool has_place(int fd) noexcept {
  return fd >= 0 && static_cast<std::size_t>(fd) < kMostDescriptors;
}

/// One end of a pipe whose other end is closed; it needs no file. -1 if no descriptor is left.
int make_dead_end() noexcept {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return -1;
  ::close(ends[1]);
  return ends[0];
}

// The number stays taken: objects that still hold it must not close a descriptor of the child's.
void replace_descriptors() noexcept {
  const int dead_end = make_dead_end();
  if (dead_end < 0) return;
  const auto words = words_used.load(std::memory_order_relaxed);  // the child has one thread
  for (std::size_t word = 0; word < words; ++word)
    for (auto bits = descriptors[word].load(std::memory_order_relaxed); bits != 0; bits &= bits - 1)
      ::dup3(dead_end, static_cast<int>(word * kBits) + std::countr_zero(bits), O_CLOEXEC);
  ::close(dead_end);
}

void replace_memory() noexcept {
  for (const auto& mutable_bytes : memory().all)
    ::mmap(mutable_bytes.data(), mutable_bytes.size(), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void before_fork() { memory().mutex.lock(); }
void after_fork_in_parent() { memory().mutex.unlock(); }

void after_fork_in_child() {
  detail::fork_generation.fetch_add(1, std::memory_order_relaxed);
  replace_descriptors();
  replace_memory();
  memory().mutex.unlock();
}

bool install_handlers() {
  (void)memory();
  if (const int error = ::pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child))
    throw std::system_error(error, std::generic_category(), "pthread_atfork");
  return true;
}

}  // namespace

void watch_forks() { [[maybe_unused]] static const bool is_watched = install_handlers(); }

// relaxed: a thread that forks at this moment may miss the mark, whatever the order
UniqueFd parent_only(UniqueFd fd) noexcept {
  if (!has_place(fd.get())) return fd;
  word_of(fd.get()).fetch_or(bit_of(fd.get()), std::memory_order_relaxed);
  const auto needed = static_cast<std::size_t>(fd.get()) / kBits + 1;
  auto used = words_used.load(std::memory_order_relaxed);
  while (used < needed &&
         !words_used.compare_exchange_weak(used, needed, std::memory_order_relaxed)) {
  }
  return fd;
}

void unmark_parent_only(int fd) noexcept {
  if (!has_place(fd) || (word_of(fd).load(std::memory_order_relaxed) & bit_of(fd)) == 0) return;
  word_of(fd).fetch_and(~bit_of(fd), std::memory_order_relaxed);
}

void mark_parent_only(MutableBytes bytes) {
  const std::lock_guard lock(memory().mutex);
  memory().all.push_back(bytes);
}

void unmark_parent_only(MutableBytes bytes) noexcept {
  const std::lock_guard lock(memory().mutex);
  std::erase_if(memory().all,
                [&](const auto& mutable_bytes) { return mutable_bytes.data() == bytes.data(); });
}

}  // namespace orbweaver::os
