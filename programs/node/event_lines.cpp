// SPDX-License-Identifier: Apache-2.0
#include "event_lines.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace orbweaver::node {

namespace {

/// Returns a readable text for a state of the node.
std::string_view words_of(std::string_view state) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWords{{
      {"started", "has started"},
      {"waiting", "waits"},
      {"joined", "has joined the domain"},
      {"up", "is up"},
      {"lost", "has lost the domain"},
      {"ending", "is ending"},
      {"ended", "has ended"},
  }};
  const auto* const found =
      std::ranges::find(kWords, state, &std::pair<std::string_view, std::string_view>::first);
  return found == kWords.end() ? state : found->second;
}

std::string with_reason(std::string words, const std::string& why) {
  return why.empty() ? words : words + ": " + why;
}

}  // namespace

NodeEventLines::NodeEventLines()
    : program::EventLines("orbweaver-node", os::kStandardOutput,
                          os::is_terminal(os::kStandardOutput) ? Form::words : Form::json) {}

void NodeEventLines::node(std::string_view state, const NodePlan& plan, const Json& more) {
  Json json{
      {"event", "node"}, {"state", state}, {"identifier", plan.identifier}, {"label", plan.label}};
  json.update(more);
  const auto words = "the node '" + plan.label + "' " + std::string{words_of(state)};
  write(json, with_reason(words, more.value("why", "")));
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
  const auto subject = std::string{kind} + " '" + event.id + "': ";
  const auto words = subject + std::string{name_of(event.state)};
  if (event.state != ComponentState::failed && event.state != ComponentState::given_up)
    return write(json, with_reason(words, event.why));
  write(json, words);
  failure(subject + event.why);
}

}  // namespace orbweaver::node
