// SPDX-License-Identifier: Apache-2.0
// What orbweaver-node says on standard output: docs/guides/node.md has the events. A terminal gets
// words.
#pragma once
#include <orbweaver/node/node.hpp>
#include <orbweaver/program/event_lines.hpp>
#include <orbweaver/program/output_limit.hpp>

#include <string_view>

namespace orbweaver::node {

class NodeEventLines : public program::EventLines {
 public:
  NodeEventLines();

  /// `more`: members that this state has in addition. The words have "why" of them.
  void node(std::string_view state, const NodePlan& plan, const Json& more = Json::object());
  /// What a device or service printed, as far as it may print.
  void output(const std::string& component, device::Stream stream, std::string_view line);
  /// A failure has a line of its own in addition.
  void component(const ComponentEvent& event);

 private:
  program::OutputLimit limit_{program::kDeviceOutput};
};

}  // namespace orbweaver::node
