// SPDX-License-Identifier: Apache-2.0
// A step of a thread on a word of the model of memory, and what its memory order does.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace orbweaver::model {

using Value = std::uint64_t;

/// Where a word lies, so that what follows the threads finds the last value there.
struct Place {
  const void* address;
  std::size_t size;
};

/// What happened, for the report of a failure.
struct Event {
  const char* what;
  std::memory_order order;
  std::size_t thread, word;
  Value value;
  bool is_old = false;  // a load that did not return the newest value
};

constexpr bool acquires(std::memory_order order) noexcept {
  return order != std::memory_order_relaxed && order != std::memory_order_release;
}
constexpr bool releases(std::memory_order order) noexcept {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

}  // namespace orbweaver::model
