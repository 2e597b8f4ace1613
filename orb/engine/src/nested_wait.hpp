// A servant waits for a call of its own: what may happen at its object meanwhile.
#pragma once
#include "server/reader_turn.hpp"

#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/engine/servant_frame.hpp>
#include <orbweaver/giop/call_chain.hpp>

#include <optional>
#include <string>

namespace orbweaver::engine {

/// As long as it lives, the calling thread waits for the call that `token` names. Requests that are
/// part of that call may enter the lane that the thread runs in. Begun before the call leaves. Its
/// end blocks until such a request that has entered is done, so that only one ever runs.
class NestedWait {
 public:
  explicit NestedWait(const giop::CallToken& token) noexcept
      : lane_(token), frame_(ServantFrame::innermost()) {}

  /// "RootPOA/radio in tune()", and what waits for it; nothing if nothing does. Threads: any.
  struct Held {
    std::string holder;
    dispatch::LaneWait::Queue queue;
  };
  [[nodiscard]] std::optional<Held> held() const;

 private:
  ReaderTurn::Away away_;  // ends last: until then somebody must read
  dispatch::LaneWait lane_;
  const ServantFrame* frame_;
};

}  // namespace orbweaver::engine
