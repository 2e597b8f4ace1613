// SPDX-License-Identifier: Apache-2.0
// The threads that read server connections: the contract, and its two implementations beside it.
//
//   ThreadPerConnection   a thread for each, blocking
//   PolledReaders         a few threads for all, woken by a poller
//
// In both, one thread at a time reads a connection, so its requests reach the dispatchers in order.
#pragma once
#include "server_connection.hpp"

#include <orbweaver/dispatch/alarm.hpp>
#include <orbweaver/wire/options.hpp>

#include <functional>
#include <memory>

namespace orbweaver::server {

class ConnectionReader {
 public:
  virtual ~ConnectionReader() = default;
  /// Reads `connection` until it ends or stop(), then lets go of it. False if it cannot: after
  /// stop(), or because threads or descriptors are short.
  [[nodiscard]] virtual bool add(std::shared_ptr<ServerConnection> connection) = 0;
  /// Stops reading every connection and returns when no request is being read or run on a reading
  /// thread. The connections stay open for replies until finish() ends them.
  virtual void stop() = 0;
  /// Call it after stop(): says CloseConnection on each connection that is left, and lets go of it.
  virtual void finish() = 0;
};

/// `most_extra_readers`: threads that may be stuck in servants, each replaced by another reader.
[[nodiscard]] std::unique_ptr<ConnectionReader> make_thread_per_connection(
    const os::ThreadTraits& traits, unsigned most_extra_readers);
/// The readers close a connection that is idle for `idle`, and cut it when `drain` has passed after
/// that; 0: never. `alarm`, which ends before the readers, wakes them for this.
/// `poll_time`: see KeptConnection.
[[nodiscard]] std::unique_ptr<ConnectionReader> make_polled_readers(
    unsigned threads, const os::ThreadTraits& traits, dispatch::Alarm& alarm, Nanoseconds idle,
    Nanoseconds drain, Nanoseconds poll_time);

}  // namespace orbweaver::server
