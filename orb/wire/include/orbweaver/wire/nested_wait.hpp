// A servant waits for a call of its own: what may happen at its object meanwhile.
#pragma once
#include <orbweaver/wire/reader_turn.hpp>

#include <orbweaver/dispatch/lane.hpp>
#include <orbweaver/giop/call_chain.hpp>
#include <orbweaver/wire/servant_frame.hpp>

#include <optional>
#include <string>

namespace orbweaver::wire {

/// As long as it lives, the calling thread waits for the call that `token` names. Requests that are
/// part of that call may enter the lane that the thread runs in. Begun before the call leaves. Its
/// end blocks until such a request that has entered is done, so that only one ever runs.
class NestedWait {
 public:
  explicit NestedWait(const giop::CallToken& token) noexcept
      : lane_(token), frame_(ServantFrame::innermost()) {}

  /// "RootPOA/radio (in tune)", and the requests that wait for it; nothing if none does. Threads:
  /// any.
  struct Held {
    std::string holder;
    dispatch::LaneWait::Queue queue;
  };
  [[nodiscard]] std::optional<Held> held() const;

 private:
  ReaderTurn::ServantWaits servant_waits_;  // ends last: until then another thread may read
  dispatch::LaneWait lane_;
  const ServantFrame* frame_;
};

}  // namespace orbweaver::wire
