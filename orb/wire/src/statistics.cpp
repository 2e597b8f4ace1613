// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/statistics.hpp>

namespace orbweaver::wire {

Statistics Counters::snapshot() const noexcept {
  const auto read = [](const os::Atomic<std::uint64_t>& counter) {
    return counter.load(std::memory_order_relaxed);
  };
  return {read(requests_received),
          read(replies_sent),
          read(requests_sent),
          read(connections_accepted),
          read(connections_opened),
          read(connections_refused),
          read(connections_closed_as_idle),
          read(connections_cut),
          read(connections_displaced),
          read(messages_held_back),
          read(bad_messages),
          read(requests_refused),
          read(oneways_dropped),
          read(oneways_uncertain),
          read(oneways_failed),
          read(replies_late),
          read(replies_dropped),
          read(pauses),
          read(requests_missing),
          read(requests_late),
          read(requests_held),
          read(datagrams_received),
          read(datagrams_refused),
          read(datagrams_dropped),
          read(requests_cancelled),
          read(requests_nested),
          read(holders_waiting),
          read(requests_denied)};
}

}  // namespace orbweaver::wire
