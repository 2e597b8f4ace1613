// SPDX-License-Identifier: Apache-2.0
// Selects the lines of components that a user sees.
//
// A line of text is shown unchanged. A JSON line is shown if a component prints it for its users.
// Lines above a limit are only counted, so that a component that prints fast does not wait for the
// terminal.
#pragma once
#include <orbweaver/base/clock.hpp>
#include <orbweaver/device/output_reader.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace orbweaver::report {

/// Returns the JSON object in a line of standard output; nothing if it is no JSON object.
[[nodiscard]] std::optional<nlohmann::ordered_json> event_in(device::Stream stream,
                                                             std::string_view line);

/// Returns a readable text for a component's JSON object; nothing if it is only for the domain. For
/// {"event":"frame","text":"8D40621D ..."} that is its text; for any other object, its members.
[[nodiscard]] std::optional<std::string> text_of(const nlohmann::ordered_json& event,
                                                 const std::string& component);

/// Threads: one at a time.
class ShownLines {
 public:
  using Show = std::function<void(const std::string& line)>;
  static constexpr std::size_t kMostInASecond = 100;  // JSON lines of one component

  explicit ShownLines(Show show) : show_(std::move(show)) {}

  void take(const std::string& component, device::Stream stream, std::string_view line,
            TimePoint at);
  /// Reports how many lines were not shown since the last such report.
  void finish();

 private:
  struct Second {
    TimePoint began;
    std::size_t shown = 0, hidden = 0;
  };
  [[nodiscard]] bool has_room(const std::string& component, TimePoint at);
  void report_hidden(const std::string& component, Second& second);
  void show(const std::string& line);

  const Show show_;
  std::map<std::string, Second> seconds_;
};

}  // namespace orbweaver::report
