// SPDX-License-Identifier: Apache-2.0
// The output of orbweaver-node: JSON lines, which docs/guides/node.md describes; on a terminal,
// readable lines.
#pragma once
#include <orbweaver/node/node.hpp>
#include <orbweaver/program/event_lines.hpp>
#include <orbweaver/program/output_limit.hpp>

#include <string_view>

namespace orbweaver::node {

class NodeEventLines : public program::EventLines {
 public:
  NodeEventLines();

  /// `more`: further members of this state. The readable line shows only its "why".
  void node(std::string_view state, const NodePlan& plan, const Json& more = Json::object());
  /// A line that a device or service printed, up to a limit of lines.
  void output(const std::string& component, device::Stream stream, std::string_view line);
  /// A failure is also printed on a line of its own.
  void component(const ComponentEvent& event);

 private:
  program::OutputLimit limit_{program::kDeviceOutput};
};

}  // namespace orbweaver::node
