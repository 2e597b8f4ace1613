// SPDX-License-Identifier: Apache-2.0
// Reports of a domain to the program that made it: log records and events.
#pragma once
#include <orbweaver/domain/domain_options.hpp>
#include <orbweaver/program/errands.hpp>

#include <string>

namespace orbweaver::domain {

/// Threads: any.
class FrontEnd {
 public:
  /// `events` outlives this.
  explicit FrontEnd(const DomainEvents& events) : events_(&events) {}

  // Write an ADMINISTRATIVE_EVENT or a FAILURE_ALARM to the log. They block for as long as the
  // program's function does.
  void log_event(std::string text) const;
  void log_alarm(std::string text) const;
  void log_alarms(const std::string& what, const deploy::Failures& failures) const;

  // Report on a thread of this object, in order. They block only for the log.
  void post_node_change(NodeChange change);
  void post_problem(const std::string& line);
  /// Accepts no more reports, and returns when all are reported.
  void finish() { reports_.finish(); }

 private:
  const DomainEvents* events_;
  program::Errands reports_{1};
};

}  // namespace orbweaver::domain
