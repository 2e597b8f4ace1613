// SPDX-License-Identifier: Apache-2.0
// Puts requests as jobs into the queue where a thread of a pool takes them.
//
// The thread that reads the connection submits, and acknowledges a request (SYNC_WITH_SERVER) when
// the queue has taken it. A queue that is full pauses the connection; a queue that refuses a
// request leads to an exception for the client.
#pragma once
#include "next.hpp"
#include "reply_sender.hpp"

#include <orbweaver/cdr/decoder.hpp>
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/giop/message.hpp>
#include <orbweaver/giop/request.hpp>

#include <memory>

namespace orbweaver::server {

class ActiveObject;
class SeriesRequest;
class ServerConnection;
struct ServerContext;

/// Threads: the thread that reads the connection now.
class QueuedRequests {
 public:
  /// `owner` is the connection. All three must outlive this object.
  QueuedRequests(ServerConnection& owner, const ServerContext& context,
                 ReplySender& replies) noexcept
      : owner_(owner), context_(context), replies_(replies) {}

  /// Submits to the dispatcher of `object`: its lane, or the pool.
  [[nodiscard]] Next submit(const std::shared_ptr<ActiveObject>& object, giop::Message&& message,
                            const giop::RequestHeader& header, const cdr::Decoder& arguments);
  /// Submits to the lane that the request's priority chooses. Requires: `object` has a RealTime.
  [[nodiscard]] Next submit_by_priority(const std::shared_ptr<ActiveObject>& object,
                                        giop::Message&& message, const giop::RequestHeader& header,
                                        const cdr::Decoder& arguments);
  /// Submits a request with a number in a series to the object's lane, whatever its Dispatch.
  [[nodiscard]] Next submit_numbered(ActiveObject& object, SeriesRequest&& request, RequestId id);
  /// Submits a job that the reader cannot run itself, and has acknowledged, to the lane of the
  /// connection.
  [[nodiscard]] Next submit_behind_reader(dispatch::Lane& lane, std::unique_ptr<dispatch::Job> job,
                                          RequestId id);

 private:
  [[nodiscard]] Next acknowledge_after(dispatch::Intake intake, RequestId request);
  [[nodiscard]] Next go_on_after(dispatch::Intake intake, RequestId request);
  [[nodiscard]] Next refuse(RequestId request, wire::SystemExceptionKind exception,
                            wire::Minor minor);

  ServerConnection& owner_;
  const ServerContext& context_;
  ReplySender& replies_;
};

}  // namespace orbweaver::server
