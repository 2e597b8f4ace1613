// What a call says of the calls that it is part of, so that it may come back to an object whose
// servant waits for it: docs/ordering.md, "A call that comes back".
#pragma once
#include <orbweaver/giop/call_chain.hpp>

#include <optional>

namespace orbweaver::wire {

/// Of one call that a servant makes, and that is answered.
struct OutgoingChain {
  /// What the servant's request came with, and the token.
  giop::CallChain tokens;
  /// The name of this call, if the calling thread runs in a lane, which the call may come back to.
  std::optional<giop::CallToken> token;

  /// For a call that the calling thread makes now. Nothing outside of servants, and where there is
  /// nothing to say.
  [[nodiscard]] static std::optional<OutgoingChain> of_this_thread();
};

}  // namespace orbweaver::wire
