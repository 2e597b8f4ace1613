// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/wire/nested_wait.hpp>

#include <orbweaver/base/log_limit.hpp>

namespace orbweaver::wire {

namespace {

// A servant that was called without a message has no operation, but the one around it may have.
std::string name_of_holder(const ServantFrame* frame) {
  while (frame != nullptr && frame->outer() != nullptr && frame->operation().empty())
    frame = frame->outer();
  if (frame == nullptr || frame->object() == nullptr) return "a servant";
  auto name = frame->object()->name();
  if (!frame->operation().empty()) name += " (in " + printable(frame->operation()) + ")";
  return name;
}

}  // namespace

std::optional<NestedWait::BlockedServant> NestedWait::blocked_servant() const {
  auto queue = lane_.queue();
  if (queue.jobs == 0) return std::nullopt;
  return BlockedServant{name_of_holder(frame_), std::move(queue)};
}

}  // namespace orbweaver::wire
