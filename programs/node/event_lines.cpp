// SPDX-License-Identifier: Apache-2.0
#include "event_lines.hpp"

#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::node {

NodeEventLines::NodeEventLines() : program::EventLines("orbweaver-node", os::kStandardOutput) {}

void NodeEventLines::node(std::string_view state, const NodePlan& plan, const Json& more) {
  Json json{
      {"event", "node"}, {"state", state}, {"identifier", plan.identifier}, {"label", plan.label}};
  json.update(more);
  write(json);
}

void NodeEventLines::output(const std::string& component, device::Stream stream,
                            std::string_view line) {
  limit_.pass(component, line, now(),
              [&](std::string_view text) { program::EventLines::output(component, stream, text); });
}

void NodeEventLines::component(const ComponentEvent& event) {
  const auto* const kind = event.kind == NodeComponent::Kind::device ? "device" : "service";
  Json json{{"event", kind},
            {"state", name_of(event.state)},
            {"id", event.id},
            {"label", event.label},
            {"process", nullptr}};
  if (event.process != 0) json["process"] = event.process;
  if (!event.why.empty()) json["why"] = event.why;
  if (event.restart != 0) json["restart"] = event.restart;
  if (event.most_restarts != 0) json["most_restarts"] = event.most_restarts;
  write(json);
  if (event.state == ComponentState::failed || event.state == ComponentState::given_up)
    failure(std::string{kind} + " '" + event.id + "': " + event.why);
}

}  // namespace orbweaver::node
