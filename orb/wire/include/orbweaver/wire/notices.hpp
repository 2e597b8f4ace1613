// Log lines that a peer can cause at any rate. An ORB writes each kind at most once a second, with
// the number of those that it has left out.
#pragma once
#include <orbweaver/base/log_limit.hpp>

namespace orbweaver::wire {

/// One for each ORB. Threads: any.
struct Notices {
  LogLimit servant_threw;  // in a call that is awaited
  LogLimit one_way_threw;  // in a one-way call, whose caller does not learn of it
  LogLimit arguments_refused;
  LogLimit operation_refused;
  LogLimit peer_is_silent;  // a server that accepted a connection and sends nothing
  LogLimit call_waits;      // a call without a timeout waits long
  LogLimit holder_waits;    // a servant waits, and requests wait for its lane
};

}  // namespace orbweaver::wire
