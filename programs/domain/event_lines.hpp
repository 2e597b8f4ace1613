// SPDX-License-Identifier: Apache-2.0
// What orbweaver-domain says on standard output: docs/guides/domain.md has the events. A terminal
// gets words.
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

  /// The domain can be used. Both are references as text.
  void ready(const std::string& name, const std::string& manager, const std::string& naming);
  /// What others should know although nothing failed; on standard error, too.
  void notice(const std::string& line);
  /// As far as the component may print.
  void output(const ComponentName& component, device::Stream stream, std::string_view line);
  void component_ended(const ComponentName& component, const std::string& how);
  /// The domain released the application by itself.
  void released(const std::string& application);
  /// What became of an application that a domain before this one left.
  void restored(const Restored& restored);
  void node_change(const NodeChange& change);
  /// What upkeep did, or could not do.
  void upkeep(const upkeep::Event& event);
  void ended();

 private:
  program::OutputLimit limit_;
};

}  // namespace orbweaver::domain
