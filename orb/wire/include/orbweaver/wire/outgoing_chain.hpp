// SPDX-License-Identifier: Apache-2.0
// The calls that led to a call. A servant may wait for a call that leads back to the servant's own
// object; with this chain that request may run: docs/understand/ordering.md, "A call that comes
// back".
#pragma once
#include <orbweaver/giop/call_chain.hpp>

#include <optional>

namespace orbweaver::wire {

/// The chain of one call that a servant makes and that has a reply.
struct OutgoingChain {
  /// The tokens that came with the servant's request, and the token of this call.
  giop::CallChain tokens;
  /// The token of this call, if the calling thread runs in a lane to which the call may come back.
  std::optional<giop::CallToken> token;

  /// The chain of a call that the calling thread makes now. Nothing outside of servants, or if
  /// there are no tokens to send.
  [[nodiscard]] static std::optional<OutgoingChain> of_this_thread();
};

}  // namespace orbweaver::wire
