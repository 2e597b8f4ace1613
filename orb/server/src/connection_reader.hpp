// What reads server connections: the contract, and its two alternatives beside it.
//
//   ThreadPerConnection   a thread for each, blocking
//   PolledReaders         a few threads for all, woken by a poller
//
// Either way one connection is read by one thread at a time, so its requests reach the dispatchers
// in order.
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
  /// thread. The connections stay open for replies; finish() ends them.
  virtual void stop() = 0;
  /// After stop(): says CloseConnection on each that is left, and lets go of it.
  virtual void finish() = 0;
};

/// `most_extra_readers`: threads that may be stuck in servants, each replaced by another reader.
[[nodiscard]] std::unique_ptr<ConnectionReader> make_thread_per_connection(
    const os::ThreadTraits& traits, unsigned most_extra_readers);
/// `alarm`, which ends before the readers do, sees to connections that are idle for so long, or for
/// `drain` after they were closed; 0: never. `poll_time`: see KeptConnection.
[[nodiscard]] std::unique_ptr<ConnectionReader> make_polled_readers(
    unsigned threads, const os::ThreadTraits& traits, dispatch::Alarm& alarm, Nanoseconds idle,
    Nanoseconds drain, Nanoseconds poll_time);

}  // namespace orbweaver::server
