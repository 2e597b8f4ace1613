// What orbweaver-device-manager says on standard output: docs/node.md has the events.
#pragma once
#include <orbweaver/node/node.hpp>
#include <orbweaver/program/event_lines.hpp>

#include <string_view>

namespace orbweaver::node {

class EventLines : public program::EventLines {
 public:
  EventLines();

  /// `more`: members that this state has in addition.
  void node(std::string_view state, const NodePlan& plan, const Json& more = Json::object());
  /// A failure has a line of its own in addition.
  void component(const ComponentEvent& event);
};

}  // namespace orbweaver::node
