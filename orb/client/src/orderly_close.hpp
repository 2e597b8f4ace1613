// SPDX-License-Identifier: Apache-2.0
// The end of a client's connection that the server has closed in order: the client's messages that
// cross the CloseConnection leave still, and the server reads to the client's end before it ends
// the connection. docs/understand/ordering.md, "Connections that are idle".
//
//   client                                   server
//                                     ◄────  CloseConnection: it is idle; reads on
//   sends what is under way, ends its side
//                                     ◄────  CloseConnection again: all was read; ends
//
// Requests that are sent elsewhere afterwards cannot overtake those that were sent here.
#pragma once
#include "connection_parts.hpp"

#include <orbweaver/base/chunk.hpp>
#include <orbweaver/base/result.hpp>

namespace orbweaver::client {

/// Requires the connection's lock.
class OrderlyClose {
 public:
  using Lock = ConnectionParts::Lock;
  /// How long a client waits for a server that has closed to read all requests.
  static constexpr auto kLongest = std::chrono::seconds(30);

  explicit OrderlyClose(ConnectionParts& parts) noexcept : parts_(parts) {}

  /// Reads the messages that have come, without blocking, and notes the end.
  void look(Lock& lock);
  /// Blocks until the server has ended the connection, if it is expected to.
  /// Fails: timeout, transient; completed no.
  [[nodiscard]] Result<void, wire::CallFailure> await(Lock& lock, Deadline deadline);

 private:
  using Received = Result<Frame, transport::ConnectionFailure>;
  void read(Lock& lock, Deadline deadline);
  void take(const Received& frame);
  [[nodiscard]] wire::CallFailure not_ended_in_time() const;

  ConnectionParts& parts_;
  Deadline until_ = Deadline::never();  // set when a call first waits for the end
};

}  // namespace orbweaver::client
