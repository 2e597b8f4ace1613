// SPDX-License-Identifier: Apache-2.0
// The one logger. Do not log on the message path; count there. The lines go to standard error.
// ORBWEAVER_LOG or set_log_level sets the level: off, error, warn (the default), info for
// operators; debug and trace write no more than info today.
#pragma once
#include <fmt/core.h>

#include <cstdint>
#include <string_view>

namespace orbweaver {

enum class LogSeverity : std::uint8_t { error, warn, info };

/// Writes lines. The text is formatted behind the call, in one place: a file that logs does not
/// compile the formatting again. Threads: any. These throw nothing: a line that cannot be formatted
/// is lost, which standard error reports, at most once a second. A failed write is not noticed.
class Log {
 public:
  template <class... Arguments>
  void error(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    write(LogSeverity::error, format, fmt::make_format_args(arguments...));
  }
  template <class... Arguments>
  void warn(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    write(LogSeverity::warn, format, fmt::make_format_args(arguments...));
  }
  template <class... Arguments>
  void info(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    write(LogSeverity::info, format, fmt::make_format_args(arguments...));
  }

  /// Whether lines of this level are written.
  [[nodiscard]] bool takes(LogSeverity level) const;

 private:
  static void write(LogSeverity level, fmt::string_view format, fmt::format_args arguments);
};

[[nodiscard]] constexpr Log log() noexcept { return {}; }

/// Writes a line at any level of the log: one that an option asked for.
void tell(std::string_view line);

/// `level` is one of off, error, warn, info, debug, trace. Returns false if it is none of them.
[[nodiscard]] bool set_log_level(std::string_view level);

}  // namespace orbweaver
