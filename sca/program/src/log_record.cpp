#include <orbweaver/program/log_record.hpp>

#include <utility>

namespace orbweaver::program {

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
  return "";
}

void log(const OnLog& to, LogLevel level, std::string text) {
  if (to) to({level, std::move(text)});
}

}  // namespace orbweaver::program
