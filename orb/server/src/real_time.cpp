#include <orbweaver/server/real_time.hpp>

namespace orbweaver::server {

std::optional<int> RealTime::priority_of(const giop::RequestHeader& header) const {
  if (!model) return std::nullopt;
  if (model->kind == giop::PriorityModelKind::client_propagated)
    if (const auto data = header.contexts.find(giop::kContextRtPriority))
      if (const auto said = giop::read_priority(*data)) return *said;
  return model->priority;
}

const RealTime::PriorityLane& RealTime::lane_of(int priority) const noexcept {
  const auto* found = &lanes.front();
  for (const auto& one : lanes)
    if (one.priority <= priority) found = &one;
  return *found;
}

}  // namespace orbweaver::server
