// SPDX-License-Identifier: Apache-2.0
// The log records that SCA 2.2.2 asks of a domain manager and a device manager (3.1.3.2.3 and
// 3.1.3.2.4), with the levels of the Lightweight Log Service (CosLwLog).
#pragma once
#include <orbweaver/os/wall_clock.hpp>
#include <orbweaver/program/exception_text.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace orbweaver::program {

/// The levels that Orbweaver writes. All numbers are CosLwLog's.
enum class LogLevel {
  security_alarm = 1,
  failure_alarm = 2,
  flow_control_error = 5,
  administrative_event = 8,
};
/// "FAILURE_ALARM"
[[nodiscard]] std::string_view name_of(LogLevel level) noexcept;

/// One record of a log.
struct LogRecord {
  LogLevel level = LogLevel::administrative_event;  // how severe it is
  std::string text;                                 // one line
  os::WallTime time = os::wall_clock_now();         // when it was made
};

/// Takes a record. Threads: any, several may call it at once. Brief.
using OnLog = std::function<void(const LogRecord& record)>;

/// Writes a record; does nothing if `to` is empty.
void log(const OnLog& to, LogLevel level, std::string text);

/// Makes the call. If it throws, writes the exception and the name of the call to the log, and
/// rethrows.
template <class Call>
auto with_alarm(const OnLog& to, const std::string& what, Call call) {
  try {
    return call();
  } catch (const CORBA::Exception& failed) {
    log(to, LogLevel::failure_alarm, what + ": " + text_of(failed));
    throw;
  }
}

}  // namespace orbweaver::program
