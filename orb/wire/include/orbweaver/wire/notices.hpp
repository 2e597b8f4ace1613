// The lines that calls can cause as often as a peer likes: an ORB writes each kind once a second at
// most, and says how many it left out.
#pragma once
#include <orbweaver/base/log_limit.hpp>

namespace orbweaver::wire {

/// Of one ORB. Threads: any.
struct Notices {
  LogLimit servant_threw;  // in a call that is awaited
  LogLimit one_way_threw;  // in a one-way call, whose caller learns of nothing
  LogLimit arguments_refused;
  LogLimit operation_refused;
  LogLimit peer_is_silent;  // a server that has accepted a connection and says nothing
  LogLimit call_waits;      // without a timeout, for long
  LogLimit holder_waits;    // a servant waits, and requests wait for its lane
};

}  // namespace orbweaver::wire
