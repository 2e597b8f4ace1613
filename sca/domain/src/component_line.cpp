// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/domain/component_line.hpp>

#include <nlohmann/json.hpp>

namespace orbweaver::domain {

namespace {

using nlohmann::json;

// Parses a line only if it has the event's name: a fast component prints many lines of other
// events.
std::optional<json> event_in(std::string_view line, std::string_view name) {
  if (line.find(name) == std::string_view::npos) return std::nullopt;
  auto event = json::parse(line, nullptr, false);
  if (!event.is_object() || event.value("event", json{}) != name) return std::nullopt;
  return event;
}

std::optional<std::string> text_in(std::string_view line, std::string_view name) {
  const auto event = event_in(line, name);
  if (!event) return std::nullopt;
  const auto text = event->find("error");
  const bool has_text = text != event->end() && text->is_string();
  return has_text ? text->get<std::string>() : std::string{line};
}

}  // namespace

bool is_end_of_stream(std::string_view line) { return event_in(line, "end_of_stream").has_value(); }

bool is_lost_end(std::string_view line) { return event_in(line, "end_is_lost").has_value(); }

std::optional<std::string> error_in(std::string_view line) { return text_in(line, "error"); }

std::optional<std::string> loss_in(std::string_view line) {
  return text_in(line, "missing_packets");
}

}  // namespace orbweaver::domain
