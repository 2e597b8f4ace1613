// SPDX-License-Identifier: Apache-2.0
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

  struct Choice {
    std::optional<int> priority;  // at which the request runs; empty: that of the thread
    const PriorityLane& lane;
  };
  /// Chooses the lane with the highest priority that is not above the request's; if there is none,
  /// the lowest. The priority in a client's context is used with client_propagated only.
  [[nodiscard]] Choice choose_lane(const giop::RequestHeader& header) const;
};

}  // namespace orbweaver::server
