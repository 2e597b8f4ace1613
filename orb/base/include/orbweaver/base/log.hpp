// The one logger. Levels for operators: error, warn, info. Levels for developers: debug, trace. Do
// not log on the message path; count there. The lines go to standard error. ORBWEAVER_LOG or
// set_log_level sets the level.
#pragma once
#include <spdlog/logger.h>

#include <string_view>

namespace orbweaver {

/// Threads: any.
spdlog::logger& log();

/// Writes a line at any level of the log: one that an option asked for.
void tell(std::string_view line);

/// `level` is one of off, error, warn, info, debug, trace. Returns false if it is none of them.
[[nodiscard]] bool set_log_level(std::string_view level);

}  // namespace orbweaver
