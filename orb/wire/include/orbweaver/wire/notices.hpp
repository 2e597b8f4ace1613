// SPDX-License-Identifier: Apache-2.0
// Log lines that a peer can cause at any rate. An ORB writes each kind at most once a second, with
// the number of those that it has left out.
#pragma once
#include <orbweaver/base/log_limit.hpp>

#include <array>
#include <functional>
#include <string_view>

namespace orbweaver::wire {

/// The host, or the socket, in the name of a peer: "tcp:192.0.2.1" for "tcp:192.0.2.1:4711".
[[nodiscard]] constexpr std::string_view host_of(std::string_view peer) noexcept {
  return peer.starts_with("tcp:") || peer.starts_with("tls:") ? peer.substr(0, peer.rfind(':'))
                                                              : peer;
}

/// For lines about one peer: one that sends much does not hide those about the others. A few peers
/// may share a limit.
class PeerLogLimits {
 public:
  [[nodiscard]] LogLimit& of(std::string_view peer) noexcept {
    return limits_[std::hash<std::string_view>{}(host_of(peer)) % limits_.size()];
  }

 private:
  std::array<LogLimit, 16> limits_;
};

/// One for each ORB. Threads: any.
struct Notices {
  LogLimit servant_threw;        // a servant threw in a call with a reply
  LogLimit one_way_threw;        // a servant threw in a one-way call
  PeerLogLimits stream_refused;  // bytes are no message that this side reads: the connection ends
  PeerLogLimits arguments_refused;
  PeerLogLimits denied;      // rules deny a request
  LogLimit results_refused;  // results of a servant cannot be sent
  LogLimit connection_refused;
  LogLimit memory_awaited;  // a large message waits for memory
  LogLimit operation_refused;
  LogLimit peer_is_silent;  // a server that accepted a connection and sends nothing
  LogLimit call_waits;      // a call without a timeout waits long
  LogLimit holder_waits;    // a servant waits, and requests wait for its lane
};

}  // namespace orbweaver::wire
