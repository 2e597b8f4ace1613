// SPDX-License-Identifier: Apache-2.0
// Memory that runs out at the n-th allocation. Replaces the program's operator new: include it in
// one file of a test program.
#pragma once
#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>

namespace orbweaver::testing_memory {

/// Fails once, at the n-th allocation (from 1) of the calling thread after its construction.
class FailingAllocation {
 public:
  explicit FailingAllocation(unsigned n) noexcept { left() = n; }
  ~FailingAllocation() { left() = 0; }
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;

  /// Whether there were so many allocations, so that one has failed.
  [[nodiscard]] static bool has_failed() noexcept { return left() == 0; }
  /// 0: none is to fail, or it has failed.
  static unsigned& left() noexcept {
    thread_local unsigned count = 0;
    return count;
  }
};

/// Fails once, at the n-th allocation of all threads whose names begin so. One at a time.
class FailingThreads {
 public:
  /// `name` lives as long as this.
  FailingThreads(std::string_view name, int n) noexcept {
    of_name() = name;
    left() = n;
  }
  ~FailingThreads() { left() = 0; }
  FailingThreads(const FailingThreads&) = delete;
  FailingThreads& operator=(const FailingThreads&) = delete;

  [[nodiscard]] static bool has_failed() noexcept { return left() <= 0; }
  static std::atomic<int>& left() noexcept {
    static std::atomic<int> count{0};
    return count;
  }
  [[nodiscard]] static bool is_chosen_thread() noexcept {
    std::array<char, 16> name{};
    ::pthread_getname_np(::pthread_self(), name.data(), name.size());
    return std::string_view{name.data()}.starts_with(of_name());
  }

 private:
  static std::string_view& of_name() noexcept {
    static std::string_view name;
    return name;
  }
};

inline bool fails_now() noexcept {
  auto& left = FailingAllocation::left();
  if (left > 0 && --left == 0) return true;
  auto& all = FailingThreads::left();
  return all > 0 && FailingThreads::is_chosen_thread() && --all == 0;
}

}  // namespace orbweaver::testing_memory

[[gnu::noinline]] void* operator new(std::size_t size) {
  if (orbweaver::testing_memory::fails_now()) throw std::bad_alloc{};
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
