// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/component_log.hpp>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace orbweaver::program {

namespace {

using nlohmann::json;

// Above these are the alarms that a daemon itself raises.
constexpr std::array<std::pair<std::string_view, LogLevel>, 4> kLevels{
    {{"error", LogLevel{4}},
     {"warning", LogLevel{3}},
     {"info", LogLevel::administrative_event},
     {"debug", LogLevel{10}}}};

std::string text_in(const json& event, const char* member) {
  const auto found = event.find(member);
  return found != event.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

LogLevel level_of(std::string_view name) {
  for (const auto& [known, level] : kLevels)
    if (known == name) return level;
  return LogLevel::administrative_event;
}

/// Lines of a device that is a program of its own begin with the name of the component: "tuner_1:
/// {...}".
std::string_view without_name(std::string_view line) {
  const auto begin = line.find('{');
  if (begin == std::string_view::npos || begin == 0) return line;
  const auto name = line.substr(0, begin);
  return name.ends_with(": ") && name.find(' ') == name.size() - 1 ? line.substr(begin) : line;
}

}  // namespace

// Most lines are of other events, and those of a fast component are many: they are not parsed.
std::optional<ComponentRecord> component_record(std::string_view line) {
  if (!line.contains("\"log\"")) return std::nullopt;
  const auto event = json::parse(without_name(line), nullptr, false);
  if (!event.is_object() || event.value("event", json{}) != "log") return std::nullopt;
  return ComponentRecord{text_in(event, "name"),
                         {level_of(text_in(event, "level")), text_in(event, "text")}};
}

}  // namespace orbweaver::program
