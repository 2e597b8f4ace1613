// The client's side: calls that the history knows.
#pragma once
#include <cstdint>

#include "laws/history.hpp"
#include "scenarios/rig/orb.hpp"

namespace orbweaver::sim {

/// A sender through a reference: one thread's calls to one object.
class Sender {
 public:
  Sender(std::uint32_t object, SinkReference sink);
  /// Sends the next call in that way. Returns how it ended.
  Ending send(Way way);
  [[nodiscard]] std::uint32_t number() const noexcept { return sender_; }

 private:
  std::uint32_t object_, sender_, next_ = 0;
  SinkReference sink_;
};

/// Asks for the object's count until a call returns; for the end of a scenario.
void settle(const SinkReference& sink);

}  // namespace orbweaver::sim
