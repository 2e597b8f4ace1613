// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/base/log.hpp>

#include <fmt/format.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>

namespace orbweaver {

namespace {

/// A line's text, formatted by the logger, so that it reports what formatting throws.
struct LogLine {
  fmt::string_view format;
  fmt::format_args arguments;
};

}  // namespace

}  // namespace orbweaver

template <>
struct fmt::formatter<orbweaver::LogLine> {
  static constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }
  static auto format(const orbweaver::LogLine& line, fmt::format_context& context) {
    return fmt::vformat_to(context.out(), line.format, line.arguments);
  }
};

namespace orbweaver {

namespace {

std::string_view level_wanted() {
  const char* level = std::getenv("ORBWEAVER_LOG");
  return level == nullptr ? std::string_view{} : level;
}

std::optional<spdlog::level::level_enum> parse_level(std::string_view level) {
  const auto parsed = spdlog::level::from_str(std::string{level});
  if (parsed == spdlog::level::off && level != "off") return std::nullopt;
  return parsed;
}

std::shared_ptr<spdlog::logger> make_logger(spdlog::level::level_enum level) {
  auto logger = std::make_shared<spdlog::logger>("orbweaver",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_pattern("%H:%M:%S.%e %l: %v");
  logger->set_level(level);
  return logger;
}

// Never destroyed, as the other logger below: threads may log while the program's static objects
// are destroyed, and so may the destructors of those.
spdlog::logger& logger() {
  static const auto& only = *new auto([] {
    auto logger = make_logger(spdlog::level::warn);
    const std::string_view wanted = level_wanted();
    if (const auto level = parse_level(wanted))
      logger->set_level(*level);
    else if (!wanted.empty())
      logger->warn("ORBWEAVER_LOG={} is no level; use off, error, warn, info, debug or trace",
                   wanted);
    return logger;
  }());
  return *only;
}

spdlog::level::level_enum spdlog_level(LogSeverity level) {
  switch (level) {
    case LogSeverity::error:
      return spdlog::level::err;
    case LogSeverity::warn:
      return spdlog::level::warn;
    case LogSeverity::info:
      return spdlog::level::info;
  }
  return spdlog::level::err;
}

}  // namespace

// The logger reports what formatting throws. Without memory there is no logger before the first
// line.
void Log::write(LogSeverity level, fmt::string_view format, fmt::format_args arguments) {
  try {
    logger().log(spdlog_level(level), "{}", LogLine{format, arguments});
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "orbweaver: a line of the log is lost: %s\n", failure.what());
  }
}

bool Log::takes(LogSeverity level) const { return logger().should_log(spdlog_level(level)); }

void tell(std::string_view line) {
  static const auto& logger = *new auto(make_logger(spdlog::level::info));
  logger->info("{}", line);
}

bool set_log_level(std::string_view level) {
  const auto parsed = parse_level(level);
  if (parsed) logger().set_level(*parsed);
  return parsed.has_value();
}

}  // namespace orbweaver
