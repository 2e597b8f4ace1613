// The one logger. For operators: error, warn, info. For developers: debug, trace. Never on the
// message path: count there. Goes to standard error; level by ORBWEAVER_LOG or set_log_level.
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
