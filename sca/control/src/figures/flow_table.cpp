// SPDX-License-Identifier: Apache-2.0
#include "figures/flow_table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>

#include "plain_line.hpp"
#include "table.hpp"

namespace orbweaver::control {

namespace {

std::string number(const char* format, double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

/// Formats the value with three significant digits.
std::string with_three(double value) {
  if (value == 0) return "0";
  return number(value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value);
}

std::string percent(const Json& component, const char* key) {
  if (!component.contains(key)) return {};
  return number("%.0f %%", 100 * component[key].get<double>());
}

std::string end_text(const Json& end) {
  if (end.is_null()) return "?";
  const auto application = end.value("application", std::string{});
  return (application.empty() ? application : application + "/") +
         end["component"].get<std::string>() + " " + end["port"].get<std::string>();
}

std::string rate_of(const Json& row, const char* key) {
  return row.contains(key) ? rate_text(row[key].get<double>()) : std::string{};
}

/// Returns the times from port to component if the receiver measures them; else the duration of the
/// calls.
const Json* times_of(const Json& row) {
  for (const char* key : {"latency_us", "call_us"})
    if (row.contains(key) && row[key].is_object()) return &row[key];
  return nullptr;
}

std::string time_of(const Json& row, const char* key) {
  const auto* times = times_of(row);
  return times == nullptr ? std::string{} : time_text((*times)[key].get<double>());
}

/// "12 dead (+2), 1 missing"
std::string losses_of(const Json& row) {
  std::string text;
  for (const auto& [cause, count] : row["lost"].items()) {
    text += (text.empty() ? "" : ", ") + std::to_string(count.get<std::uint64_t>()) + " " + cause;
    const auto now = row["lost_meanwhile"].value(cause, std::uint64_t{0});
    if (now > 0) text += " (+" + std::to_string(now) + ")";
  }
  return text;
}

std::string waiting_of(const Json& row) {
  return std::to_string(row.value("waiting_at_sender", std::uint64_t{0}) +
                        row.value("waiting_at_receiver", std::uint64_t{0}));
}

std::string note_of(const Json& component) {
  return component.value("error", component.value("note", std::string{}));
}

std::string text_of_components(const Json& components) {
  const bool has_notes = std::ranges::any_of(
      components, [](const Json& component) { return !note_of(component).empty(); });
  Table::Row headings{"component", "processing", "sending", "waiting"};
  if (has_notes) headings.emplace_back("note");
  Table table{std::move(headings), 1, 3};
  for (const auto& component : components) {
    Table::Row row{component["component"].get<std::string>(), percent(component, "processing"),
                   percent(component, "sending"), percent(component, "waiting")};
    if (has_notes) row.push_back(note_of(component));
    table.add(std::move(row));
  }
  return table.text();
}

std::string text_of_connections(const Json& connections) {
  Table table{
      {"connection", "by", "packets/s", "samples/s", "bytes/s", "queued", "latency", "p99", "lost"},
      2,
      7};
  for (const auto& connection : connections)
    table.add({end_text(connection["from"]) + " -> " + end_text(connection["to"]),
               connection.value("transport", std::string{}),
               rate_of(connection, "packets_per_second"), rate_of(connection, "samples_per_second"),
               rate_of(connection, "bytes_per_second"), waiting_of(connection),
               time_of(connection, "mean"), time_of(connection, "p99"), losses_of(connection)});
  return table.text();
}

std::string lines_of_dead(const Json& connections) {
  std::string text;
  for (const auto& connection : connections)
    if (!connection.value("is_alive", true))
      text += plain("the connection '" + connection["id"].get<std::string>() + "' of " +
                    end_text(connection["from"]) + " takes no packets: " +
                    connection.value("why", std::string{"it does not answer"})) +
              "\n";
  return text;
}

}  // namespace

std::string rate_text(double value) {
  constexpr std::array<std::string_view, 5> kPrefixes{"", " k", " M", " G", " T"};
  std::size_t step = 0;
  while (value >= 999.5 && step + 1 < kPrefixes.size()) {
    value /= 1000;
    ++step;
  }
  return with_three(value) + std::string{kPrefixes.at(step)};
}

std::string time_text(double microseconds) {
  if (microseconds < 999.5) return with_three(microseconds) + " us";
  if (microseconds < 999.5e3) return with_three(microseconds / 1e3) + " ms";
  return with_three(microseconds / 1e6) + " s";
}

std::string text_of_flow(const Json& document) {
  auto text = text_of_components(document["components"]);
  const auto& connections = document["connections"];
  if (!connections.empty()) text += "\n" + text_of_connections(connections);
  return text + lines_of_dead(connections);
}

}  // namespace orbweaver::control
