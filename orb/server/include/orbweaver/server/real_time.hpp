// The RT-CORBA properties of an object: at which priority each of its requests runs, and on which
// threads. RT-CORBA 1.2, 2.7 and 2.9.
#pragma once
#include <orbweaver/dispatch/job.hpp>
#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/giop/priority.hpp>
#include <orbweaver/giop/request.hpp>
#include <orbweaver/server/own_pools.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace orbweaver::server {

/// Immutable.
struct RealTime {
  /// The lane that takes the requests of one priority, and those up to the next one.
  struct PriorityLane {
    int priority = 0;                      // of the threads
    std::shared_ptr<dispatch::Lane> lane;  // null with Dispatch::pool
    dispatch::Dispatcher* dispatcher = nullptr;
    std::shared_ptr<RequestBuffer> buffer;  // null: only its watermarks bound it
  };
  std::optional<giop::PriorityModelValue> model;
  std::vector<PriorityLane> lanes;  // the lowest priority first; at least one

  /// The priority at which the request runs; empty: that of the thread. The priority in a client's
  /// context is used with client_propagated only.
  [[nodiscard]] std::optional<int> priority_of(const giop::RequestHeader& header) const;
  /// The lane with the highest priority that is not above `priority`; if there is none, the lowest.
  [[nodiscard]] const PriorityLane& lane_of(int priority) const noexcept;
};

}  // namespace orbweaver::server
