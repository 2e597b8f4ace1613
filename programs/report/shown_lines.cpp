// SPDX-License-Identifier: Apache-2.0
#include "shown_lines.hpp"

#include <orbweaver/os/standard_streams.hpp>

#include <algorithm>
#include <array>

namespace orbweaver::report {

namespace {

using Json = nlohmann::ordered_json;

/// Events that the domain reads: it reports them to the user in words of its own.
constexpr std::array<std::string_view, 7> kOfTheFramework{
    "debugger", "ready", "result", "end_of_stream", "error", "missing_packets", "end_is_lost"};
constexpr std::size_t kMostBytes = 2000;

std::string value_text(const Json& value) {
  return value.is_string() ? value.get<std::string>()
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string string_at(const Json& event, const char* member) {
  const auto found = event.find(member);
  return found != event.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

/// Cuts the text to a number of bytes, without splitting a character.
std::string cut(std::string text) {
  if (text.size() <= kMostBytes) return text;
  auto end = kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "…";
}

}  // namespace

std::optional<Json> event_in(device::Stream stream, std::string_view line) {
  if (stream != device::Stream::output || !line.starts_with('{')) return std::nullopt;
  auto json = Json::parse(line, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

std::optional<std::string> text_of(const Json& event, const std::string& component) {
  const auto kind = string_at(event, "event"), text = string_at(event, "text");
  if (std::ranges::find(kOfTheFramework, kind) != kOfTheFramework.end()) return std::nullopt;
  if (!text.empty()) {
    const auto level = string_at(event, "level");
    return kind == "log" && !level.empty() ? level + ": " + text : text;
  }
  auto result = kind;
  for (const auto& [name, value] : event.items()) {
    if (name == "event" || (name == "name" && value == component)) continue;
    result += (result.empty() ? "" : " ") + name + "=" + value_text(value);
  }
  return result;
}

void ShownLines::take(const std::string& component, device::Stream stream, std::string_view line,
                      TimePoint at) {
  const auto event = event_in(stream, line);
  if (!event) return show(component + ": " + std::string{line});
  const auto text = text_of(*event, component);
  if (text && has_room(component, at)) show(component + ": " + *text);
}

void ShownLines::finish() {
  for (auto& [component, second] : seconds_) report_hidden(component, second);
}

bool ShownLines::has_room(const std::string& component, TimePoint at) {
  auto& second = seconds_.try_emplace(component, Second{at}).first->second;
  if (at - second.began >= std::chrono::seconds{1}) {
    report_hidden(component, second);
    second = Second{at};
  }
  if (second.shown >= kMostInASecond) {
    ++second.hidden;
    return false;
  }
  ++second.shown;
  return true;
}

void ShownLines::report_hidden(const std::string& component, Second& second) {
  if (second.hidden > 0)
    show(component + ": " + std::to_string(second.hidden) +
         " more lines in this second are not shown; --json FILE keeps all");
  second.hidden = 0;
}

void ShownLines::show(const std::string& line) { show_(cut(os::on_one_line(line))); }

}  // namespace orbweaver::report
