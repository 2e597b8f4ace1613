// SPDX-License-Identifier: Apache-2.0
// Counts of an ORB since it started (CORBA::ORB::statistics()). Each message that is lost is
// counted.
#pragma once
#include <cstdint>

namespace orbweaver {

/// Every count begins at 0 and only grows.
struct Statistics {
  std::uint64_t requests_received = 0;     ///< of clients, one-ways counted, too
  std::uint64_t replies_sent = 0;          ///< exceptions counted, too
  std::uint64_t requests_sent = 0;         ///< one-ways counted, too
  std::uint64_t connections_accepted = 0;  ///< from clients
  std::uint64_t connections_opened = 0;    ///< to servers
  std::uint64_t connections_refused = 0;   ///< beyond max_connections, or no thread could start
  std::uint64_t connections_closed_as_idle = 0;  ///< closed by this ORB because they were idle
  std::uint64_t connections_cut = 0;        ///< closed as idle, but the client did not end them
  std::uint64_t connections_displaced = 0;  ///< silent since they began, and others came
  std::uint64_t messages_held_back = 0;     ///< waited for memory (max_unfinished_bytes)
  std::uint64_t bad_messages = 0;           ///< each closed its connection
  std::uint64_t requests_refused = 0;       ///< no object, no operation, shut down
  std::uint64_t oneways_dropped = 0;        ///< in a send queue when its connection broke
  std::uint64_t oneways_uncertain = 0;      ///< sent, but no later reply proves that they were read
  std::uint64_t oneways_failed = 0;   ///< received, and the servant threw: no client learns of it
  std::uint64_t replies_late = 0;     ///< kept, because the client did not read them soon
  std::uint64_t replies_dropped = 0;  ///< the client had left, or did not read
  /// A full lane, or unread replies, stopped the reading of a connection.
  std::uint64_t pauses = 0;

  // Of requests with a number in a series (OrderedDelivery, udp), on the server's side:
  std::uint64_t requests_missing = 0;    ///< skipped: they were lost, or did not come in time
  std::uint64_t requests_late = 0;       ///< dropped: came after they were skipped, or twice
  std::uint64_t requests_held = 0;       ///< came early, and waited for those before them
  std::uint64_t datagrams_received = 0;  ///< over udp, good ones and bad
  std::uint64_t datagrams_refused = 0;   ///< not exactly one one-way request with a number
  std::uint64_t datagrams_dropped = 0;   ///< their object's lane was full
  std::uint64_t requests_cancelled = 0;  ///< cancelled by the client: dropped before they began, or
                                         ///< run without a reply
  std::uint64_t requests_nested = 0;     ///< entered a lane whose servant waited for their call
  std::uint64_t holders_waiting = 0;     ///< servants that waited for a call for longer than
                                         ///< Options::wait_warning, while requests waited for them
  std::uint64_t requests_denied = 0;     ///< by the rules (-ORBrules), one-ways counted, too
};

}  // namespace orbweaver
