// SPDX-License-Identifier: Apache-2.0
// Chooses where each request of a connection runs: on the thread that read it (InlineRequests), or
// as a job in the queue of a lane or a pool (QueuedRequests). request_dispatch.cpp has the cases.
#pragma once
#include "inline_requests.hpp"
#include "next.hpp"
#include "queued_requests.hpp"

#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>

#include <memory>
#include <optional>

namespace orbweaver::server {

class ActiveObject;
class ReaderWatch;
class SeriesRequest;

/// Threads: the thread that reads the connection now.
class RequestDispatch {
 public:
  using Parts = InlineRequests::Parts;
  explicit RequestDispatch(const Parts& parts) noexcept
      : inline_(parts),
        queued_(parts.owner, parts.context, parts.replies),
        owner_(parts.owner),
        context_(parts.context) {}

  /// Brief requests run on the reading thread if `watch` watches it. Call it before the first
  /// request.
  void set_watch(ReaderWatch& watch) noexcept { inline_.set_watch(watch); }

  [[nodiscard]] Next submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                            const giop::RequestHeader& header, const cdr::Decoder& arguments);
  /// Submits a request that has a number in a series.
  [[nodiscard]] Next submit_in_series(ActiveObject& object, SeriesRequest request, RequestId id);

  /// A frame that was taken from the connection, and is the next to be handled.
  [[nodiscard]] bool has_kept() const noexcept { return inline_.has_kept(); }
  [[nodiscard]] std::optional<Frame> take_kept() { return inline_.take_kept(); }

 private:
  [[nodiscard]] Next submit_in_order_of_connection(const std::shared_ptr<ActiveObject>& object,
                                                   giop::Message&& message,
                                                   const giop::RequestHeader& header,
                                                   const cdr::Decoder& arguments);
  [[nodiscard]] std::unique_ptr<dispatch::Job> make_job(const std::shared_ptr<ActiveObject>& object,
                                                        giop::Message&& message,
                                                        const giop::RequestHeader& header,
                                                        const cdr::Decoder& arguments) const;
  [[nodiscard]] dispatch::Lane& own_lane();

  InlineRequests inline_;
  QueuedRequests queued_;
  ServerConnection& owner_;
  const ServerContext& context_;
  std::shared_ptr<dispatch::Lane> own_lane_;  // of dispatch `connection`; made when it is needed
};

}  // namespace orbweaver::server
