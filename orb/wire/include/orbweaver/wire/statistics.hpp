// SPDX-License-Identifier: Apache-2.0
// The counters behind orbweaver::Statistics.
#pragma once
#include <orbweaver/base/statistics.hpp>
#include <orbweaver/os/atomic.hpp>

#include <atomic>
#include <cstdint>

namespace orbweaver::wire {

using orbweaver::Statistics;

/// The live counters. All accesses are relaxed: each counts by itself and orders nothing.
struct Counters {
  os::Atomic<std::uint64_t> requests_received{0}, replies_sent{0}, requests_sent{0},
      connections_accepted{0}, connections_opened{0}, connections_refused{0},
      connections_closed_as_idle{0}, connections_cut{0}, connections_displaced{0},
      messages_held_back{0}, bad_messages{0}, requests_refused{0}, oneways_dropped{0},
      oneways_uncertain{0}, oneways_failed{0}, replies_late{0}, replies_dropped{0}, pauses{0},
      requests_missing{0}, requests_late{0}, requests_held{0}, datagrams_received{0},
      datagrams_refused{0}, datagrams_dropped{0}, requests_cancelled{0}, requests_nested{0},
      holders_waiting{0}, requests_denied{0};

  static void count(os::Atomic<std::uint64_t>& counter, std::uint64_t by = 1) noexcept {
    counter.fetch_add(by, std::memory_order_relaxed);
  }
  [[nodiscard]] Statistics snapshot() const noexcept;
};

}  // namespace orbweaver::wire
