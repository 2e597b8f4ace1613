// What RT-CORBA says about the requests of an object: the priority that each runs at, and the
// threads of that priority. RT-CORBA 1.2, 2.7 and 2.9.
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
  /// Where requests of a priority go.
  struct Way {
    int priority = 0;                      // of the threads
    std::shared_ptr<dispatch::Lane> lane;  // null with Dispatch::pool
    dispatch::Dispatcher* dispatcher = nullptr;
    std::shared_ptr<RequestBuffer> buffer;  // null: unbounded but by its watermarks
  };
  std::optional<giop::PriorityModel> model;
  std::vector<Way> ways;  // the lowest priority first; at least one

  /// What the request runs at; empty: what the thread has. A client's context counts with
  /// client_propagated only.
  [[nodiscard]] std::optional<int> priority_of(const giop::RequestHeader& header) const;
  /// The highest that is not above `priority`, else the lowest.
  [[nodiscard]] const Way& way_of(int priority) const noexcept;
};

}  // namespace orbweaver::server
