// SPDX-License-Identifier: Apache-2.0
// Runs requests on the thread that read them.
//
//   the reader enters the lane, as a guest: no other thread runs a request of the object
//   it marks itself as in a servant, and wakes the watch
//   it runs the request, and those for the same object right behind it (a row)
//   it leaves the lane, and reads on, unless another thread took over the reading meanwhile
#pragma once
#include "connection_state.hpp"
#include "idle_close.hpp"
#include "lane_guest.hpp"
#include "next.hpp"
#include "reader_handoffs.hpp"
#include "reply_sender.hpp"
#include "request_row.hpp"

#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/giop/reassembler.hpp>
#include <orbweaver/server/active_object.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace orbweaver::server {

class CallerRights;
class ReaderWatch;
class SeriesRequest;

/// Threads: the thread that reads the connection now.
class InlineRequests {
 public:
  /// The parts of one connection.
  struct Parts {
    ServerConnection& owner;
    transport::Connection& connection;
    const ServerContext& context;
    ReplySender& replies;
    CancelledRequests& cancelled;
    const AgreedCodeSets& code_sets;
    CallerRights& rights;
    const IdleClose& idle;
    ReaderHandoffs& handoffs;
  };
  explicit InlineRequests(const Parts& parts) noexcept : parts_(parts) {}

  /// Brief requests run on the reading thread if `watch` watches it. Call it before the first
  /// request.
  void set_watch(ReaderWatch& watch) noexcept { watch_ = &watch; }

  /// Enters the lane of `object`, if requests for it may run on the reading thread.
  [[nodiscard]] LaneGuest try_enter(ActiveObject& object) const noexcept {
    const bool may_run_here = watch_ != nullptr && !parts_.idle.is_draining() &&
                              object.dispatch() == wire::Dispatch::lane &&
                              !object.has_own_threads() && object.service_time().is_brief();
    return may_run_here ? LaneGuest::enter_soon(object.lane()) : LaneGuest{};
  }

  // Each of these acknowledges the request, if its client waits for that, and runs it. `guest` is
  // in the lane of `object`.

  /// Runs the requests behind it, too, if they are for the same object and at hand.
  [[nodiscard]] Next run(ActiveObject& object, LaneGuest& guest, giop::Message&& message,
                         const giop::RequestHeader& header, const cdr::Decoder& arguments);
  [[nodiscard]] Next run_numbered(ActiveObject& object, LaneGuest& guest, SeriesRequest& request,
                                  RequestId id);

  /// Acknowledges a request that the reader runs now or submits to its connection's own lane, if
  /// its client waits for that.
  void acknowledge(RequestId request);
  /// Runs a job, which was acknowledged, as a guest of the connection's own lane. Another thread
  /// may read while the servant waits for a call of its own, but not while it works.
  [[nodiscard]] Next run_for_connection(LaneGuest& guest, std::unique_ptr<dispatch::Job> job);

  /// A frame that was taken from the connection, and is the next to be handled.
  [[nodiscard]] bool has_kept() const noexcept { return kept_.has_value(); }
  [[nodiscard]] std::optional<Frame> take_kept() { return std::exchange(kept_, std::nullopt); }

 private:
  template <class Run>
  [[nodiscard]] Next run_here(ActiveObject& object, LaneGuest& guest, std::size_t requests,
                              Run run);
  [[nodiscard]] Next run_row(ActiveObject& object, LaneGuest& guest, Frame behind,
                             WholeRequest first);
  void run_behind(ActiveObject& object, WholeRequest& request, cdr::CodeSets code_sets);

  const Parts parts_;
  ReaderWatch* watch_ = nullptr;
  std::size_t brief_requests_ = 0;
  std::optional<Frame> kept_;
};

}  // namespace orbweaver::server
