// Where the requests of a connection run: on the thread that read them, or in a lane, in the pool,
// by their priority.
#pragma once
#include "agreed_code_sets.hpp"
#include "cancelled_requests.hpp"
#include "idle_close.hpp"
#include "lane_guest.hpp"
#include "next.hpp"
#include "reader_handoffs.hpp"
#include "reply_sender.hpp"
#include "request_id.hpp"
#include "request_row.hpp"

#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/giop/reassembler.hpp>

#include <memory>
#include <optional>

namespace orbweaver::server {

class ActiveObject;
class ReaderWatch;
class RequestJob;
class SeriesRequest;

/// Threads: that which reads the connection now.
class RequestDispatch {
 public:
  /// Of the connection, all of it.
  struct Parts {
    ServerConnection& owner;
    transport::Connection& connection;
    const ServerContext& context;
    ReplySender& replies;
    CancelledRequests& cancelled;
    const AgreedCodeSets& code_sets;
    const IdleClose& idle;
    ReaderHandoffs& handoffs;
  };
  explicit RequestDispatch(const Parts& parts) noexcept : parts_(parts) {}

  /// Brief requests run on the reading thread if `watch` watches it. Call it before the first
  /// request.
  void set_watch(ReaderWatch& watch) noexcept { watch_ = &watch; }

  [[nodiscard]] Next submit(const std::shared_ptr<ActiveObject>& object, giop::Message message,
                            const giop::RequestHeader& header, const cdr::Decoder& arguments);
  /// Submits a request that has a number in a series.
  [[nodiscard]] Next submit_in_series(ActiveObject& object, SeriesRequest request, RequestId id);

  /// A frame that was taken from the connection, and is next to be dealt with.
  [[nodiscard]] bool has_kept() const noexcept { return kept_.has_value(); }
  [[nodiscard]] std::optional<Frame> take_kept() { return std::exchange(kept_, std::nullopt); }

 private:
  /// In the object's lane, if requests for it may run on the reading thread.
  [[nodiscard]] LaneGuest try_enter(ActiveObject& object) const noexcept;
  template <class Run>
  [[nodiscard]] Next run_here(ActiveObject& object, LaneGuest turn, std::size_t requests, Run run);
  /// As run_here, for the first request and those right behind it.
  [[nodiscard]] Next run_row(ActiveObject& object, LaneGuest turn, Frame behind,
                             WholeRequest first);
  void run_behind(ActiveObject& object, WholeRequest& request, cdr::CodeSets code_sets);
  [[nodiscard]] dispatch::Lane& own_lane();
  /// On the reading thread, or, if a servant of this connection waits for a call of its own and
  /// another thread reads on, behind it.
  [[nodiscard]] Next run_in_turn(std::unique_ptr<dispatch::Job> job, RequestId request);
  [[nodiscard]] Next submit_by_priority(const std::shared_ptr<ActiveObject>& object,
                                        RequestJob request, const giop::RequestHeader& header);
  [[nodiscard]] Next go_on_after(dispatch::Intake intake, RequestId request);
  [[nodiscard]] Next refuse(RequestId request, wire::Exception exception, wire::Minor minor);

  const Parts parts_;
  ReaderWatch* watch_ = nullptr;
  std::size_t brief_requests_ = 0;
  std::optional<Frame> kept_;
  std::shared_ptr<dispatch::Lane> own_lane_;  // of dispatch `connection`
};

}  // namespace orbweaver::server
