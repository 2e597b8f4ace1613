#include <orbweaver/base/log.hpp>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <memory>
#include <optional>

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
  auto made = std::make_shared<spdlog::logger>("orbweaver",
                                               std::make_shared<spdlog::sinks::stderr_sink_mt>());
  made->set_pattern("%H:%M:%S.%e %l: %v");
  made->set_level(level);
  return made;
}

}  // namespace

spdlog::logger& log() {
  static const auto logger = [] {
    auto made = make_logger(spdlog::level::warn);
    const std::string_view wanted = level_wanted();
    if (const auto level = parse_level(wanted))
      made->set_level(*level);
    else if (!wanted.empty())
      made->warn("ORBWEAVER_LOG={} is no level; use off, error, warn, info, debug or trace",
                 wanted);
    return made;
  }();
  return *logger;
}

void tell(std::string_view line) {
  static const auto logger = make_logger(spdlog::level::info);
  logger->info("{}", line);
}

bool set_log_level(std::string_view level) {
  const auto parsed = parse_level(level);
  if (parsed) log().set_level(*parsed);
  return parsed.has_value();
}

}  // namespace orbweaver
