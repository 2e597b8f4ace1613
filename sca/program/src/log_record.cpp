// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/log_record.hpp>

#include <utility>

namespace orbweaver::program {

namespace {

/// The names of levels that only components' lines have: component_log.hpp.
std::string_view name_of_components(LogLevel level) noexcept {
  switch (static_cast<int>(level)) {
    case 3:
      return "DEGRADED_ALARM";
    case 4:
      return "EXCEPTION_ERROR";
    case 10:
      return "PROGRAMMER_DEBUG";
    default:
      return "";
  }
}

}  // namespace

std::string_view name_of(LogLevel level) noexcept {
  switch (level) {
    case LogLevel::security_alarm:
      return "SECURITY_ALARM";
    case LogLevel::failure_alarm:
      return "FAILURE_ALARM";
    case LogLevel::flow_control_error:
      return "FLOW_CONTROL_ERROR";
    case LogLevel::administrative_event:
      return "ADMINISTRATIVE_EVENT";
  }
  return name_of_components(level);
}

void log(const OnLog& to, LogLevel level, std::string text) {
  if (to) to({level, std::move(text)});
}

}  // namespace orbweaver::program
