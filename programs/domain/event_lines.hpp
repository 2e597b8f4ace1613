// SPDX-License-Identifier: Apache-2.0
// The output of orbweaver-domain: JSON lines, which docs/guides/domain.md describes; on a terminal,
// readable lines.
#pragma once
#include <orbweaver/domain/embedded_domain.hpp>
#include <orbweaver/program/event_lines.hpp>
#include <orbweaver/program/output_limit.hpp>
#include <orbweaver/upkeep/upkeep.hpp>

#include <string>

namespace orbweaver::domain {

class DomainEventLines : public program::EventLines {
 public:
  DomainEventLines();

  /// The domain can be used. `manager` and `naming` are stringified references.
  void ready(const std::string& name, const std::string& manager, const std::string& naming);
  /// Something that a user should know, but no failure. Also printed on standard error.
  void notice(const std::string& line);
  /// A line that a component printed, up to a limit of lines.
  void output(const ComponentName& component, device::Stream stream, std::string_view line);
  void component_ended(const ComponentName& component, const std::string& how);
  /// The domain released an application by itself.
  void released(const std::string& application);
  /// The domain adopted or released an application of its predecessor.
  void restored(const Restored& restored);
  void node_change(const NodeChange& change);
  /// The upkeep created an application, or could not create it.
  void upkeep(const upkeep::Event& event);
  void ended();

 private:
  program::OutputLimit limit_;
};

}  // namespace orbweaver::domain
