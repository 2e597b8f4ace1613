// SPDX-License-Identifier: Apache-2.0
// Reports of a domain to the front end that has made it: log records and events.
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

  // Write an ADMINISTRATIVE_EVENT or a FAILURE_ALARM to the log. They block as the front end does.
  void log_event(std::string text) const;
  void log_alarm(std::string text) const;
  void log_alarms(const std::string& what, const deploy::Failures& failures) const;

  // On a thread of their own, and in order. Neither blocks, but for the log.
  void post_node_change(NodeChange change);
  void post_problem(const std::string& line);
  /// Posts no more, and returns when what was posted is reported.
  void finish() { reports_.finish(); }

 private:
  const DomainEvents* events_;
  program::Errands reports_{1};
};

}  // namespace orbweaver::domain
