// What the parts of a client's connection share: the transport, the send queue, and one lock.
#pragma once
#include "connection_end.hpp"
#include "oneway_outcomes.hpp"

#include <orbweaver/giop/message.hpp>
#include <orbweaver/os/condition_variable.hpp>
#include <orbweaver/transport/connection.hpp>
#include <orbweaver/wire/failure.hpp>
#include <orbweaver/wire/send_queue.hpp>
#include <orbweaver/wire/statistics.hpp>
#include <orbweaver/wire/waking_lock.hpp>

#include <memory>
#include <string>

namespace orbweaver::client {

struct ConnectionParts {
  using Lock = wire::WakingLock;

  ConnectionParts(std::unique_ptr<transport::Connection> connection, giop::Version version_of_all,
                  dispatch::Watermarks send_watermarks, wire::Counters& counters);

  /// Best effort: a server that does not even take a CancelRequest is not waited for.
  void cancel(std::uint32_t request_id) noexcept;

  /// What `failure` means to a call. Requires: lock held, unless it is a timeout.
  [[nodiscard]] wire::CallFailure failure_of(const transport::Failure& failure,
                                             giop::Completion completed) const;
  /// What the end means to a call that was not answered. Requires: lock held, and an end.
  [[nodiscard]] wire::CallFailure failure_at_end() const;
  [[nodiscard]] wire::CallFailure no_reply_in_time() const;

  const std::unique_ptr<transport::Connection> transport;
  const std::string peer;
  const giop::Version version;  // of all that is sent
  wire::Counters& counters;
  wire::SendQueue queue;
  OnewayOutcomes outcomes;

  wire::WakingMutex mutex;  // of what follows, and of the parts of the connection
  // The end, or work for AsyncReader. A caller that waits for its reply sleeps by itself.
  os::ConditionVariable changed;
  ConnectionEnd end;
  bool is_being_read = false;  // by the thread that leads, without the lock
  bool has_received = false;
};

}  // namespace orbweaver::client
