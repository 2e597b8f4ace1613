// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/server/real_time.hpp>

namespace orbweaver::server {

namespace {

std::optional<int> priority_of(const decltype(RealTime::model)& model,
                               const giop::RequestHeader& header) {
  if (!model) return std::nullopt;
  if (model->kind == giop::PriorityModelKind::client_propagated)
    if (const auto data = header.contexts.find(giop::kContextRtPriority))
      if (const auto said = giop::read_priority(*data)) return *said;
  return model->priority;
}

}  // namespace

RealTime::Choice RealTime::choose_lane(const giop::RequestHeader& header) const {
  const auto priority = priority_of(model, header);
  const auto wanted = priority.value_or(lanes.front().priority);
  const auto* found = &lanes.front();
  for (const auto& one : lanes)
    if (one.priority <= wanted) found = &one;
  return {priority, *found};
}

}  // namespace orbweaver::server
