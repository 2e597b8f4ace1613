// SPDX-License-Identifier: Apache-2.0
// What a person sees of the lines that components print.
//
// A line of text is shown as it is. Of JSON lines those are shown that a component prints for its
// users. A component that prints faster than a person reads must not wait for a terminal, so what
// is above a limit is only counted.
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

/// The JSON object that a line of standard output is; nothing if it is none.
[[nodiscard]] std::optional<nlohmann::ordered_json> event_in(device::Stream stream,
                                                             std::string_view line);

/// The words for a JSON object that a component printed; nothing: it is for the domain alone.
/// {"event":"frame","text":"8D40621D ..."} is its text; any other object is its members.
[[nodiscard]] std::optional<std::string> text_of(const nlohmann::ordered_json& event,
                                                 const std::string& component);

/// For one thread at a time.
class ShownLines {
 public:
  using Show = std::function<void(const std::string& line)>;
  static constexpr std::size_t kMostInASecond = 100;  // JSON lines of one component

  explicit ShownLines(Show show) : show_(std::move(show)) {}

  void take(const std::string& component, device::Stream stream, std::string_view line,
            TimePoint at);
  /// Says how many lines were not shown since it was said last.
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
