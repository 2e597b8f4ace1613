// SPDX-License-Identifier: Apache-2.0
#include "front_end.hpp"

#include <utility>

namespace orbweaver::domain {

void FrontEnd::post_node_change(NodeChange change) {
  if (change.what == NodeChange::What::lost)
    log_alarm(line_of(change));
  else
    log_event(line_of(change));
  if (!events_->on_node_change) return;
  reports_.post([this, change = std::move(change)] { events_->on_node_change(change); });
}

void FrontEnd::post_problem(const std::string& line) {
  log_alarm(line);
  if (!events_->on_problem) return;
  reports_.post([this, line] { events_->on_problem(line); });
}

void FrontEnd::log_event(std::string text) const {
  program::log(events_->on_log, program::LogLevel::administrative_event, std::move(text));
}

void FrontEnd::log_alarm(std::string text) const {
  program::log(events_->on_log, program::LogLevel::failure_alarm, std::move(text));
}

void FrontEnd::log_alarms(const std::string& what, const deploy::Failures& failures) const {
  for (const auto& failure : failures) log_alarm(what + ": " + deploy::line(failure));
}

}  // namespace orbweaver::domain
