#include "nested_wait.hpp"

#include <orbweaver/base/log_limit.hpp>
#include <orbweaver/engine/active_object.hpp>

namespace orbweaver::engine {

namespace {

// A servant that was called without a message has no operation to tell, but the one around it may.
std::string holder_told(const ServantFrame* frame) {
  while (frame != nullptr && frame->outer() != nullptr && frame->operation().empty())
    frame = frame->outer();
  if (frame == nullptr || frame->object() == nullptr) return "a servant";
  auto told = frame->object()->name();
  if (!frame->operation().empty()) told += " (in " + printable(frame->operation()) + ")";
  return told;
}

}  // namespace

std::optional<NestedWait::Held> NestedWait::held() const {
  auto queue = lane_.queue();
  if (queue.jobs == 0) return std::nullopt;
  return Held{holder_told(frame_), std::move(queue)};
}

}  // namespace orbweaver::engine
