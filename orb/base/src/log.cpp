#include <orbweaver/base/log.hpp>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <memory>

namespace orbweaver {

spdlog::logger& log() {
  static const auto logger = [] {
    auto made = std::make_shared<spdlog::logger>(
        "orbweaver", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%H:%M:%S.%e %l: %v");
    const char* level = std::getenv("ORBWEAVER_LOG");
    made->set_level(level ? spdlog::level::from_str(level) : spdlog::level::warn);
    return made;
  }();
  return *logger;
}

bool set_log_level(std::string_view level) {
  const auto parsed = spdlog::level::from_str(std::string{level});
  if (parsed == spdlog::level::off && level != "off") return false;
  log().set_level(parsed);
  return true;
}

}  // namespace orbweaver
