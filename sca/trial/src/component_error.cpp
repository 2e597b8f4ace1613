#include "component_error.hpp"

#include <nlohmann/json.hpp>

namespace orbweaver::trial {

std::optional<std::string> component_error_in(std::string_view line) {
  if (!line.starts_with('{') || line.find("error") == std::string_view::npos) return std::nullopt;
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || json.value("event", nlohmann::json{}) != "error") return std::nullopt;
  const auto text = json.value("error", nlohmann::json{});
  return text.is_string() ? text.get<std::string>() : std::string{line};
}

}  // namespace orbweaver::trial
