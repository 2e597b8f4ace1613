// SPDX-License-Identifier: Apache-2.0
// The events of a program that runs components, for the program that started it: a JSON object on
// each line, whose "event" is its kind. On a terminal, readable lines instead.
#pragma once
#include <orbweaver/device/output_reader.hpp>
#include <orbweaver/os/mutex.hpp>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::program {

/// Threads: any. Blocks: until the reader takes the line. After the reader has left, lines are
/// dropped; a program that does not ignore SIGPIPE ends.
class EventLines {
 public:
  using Json = nlohmann::ordered_json;
  enum class Form { json, words };

  /// `program`: its name, which begins readable lines. `descriptor`: if negative, all lines are
  /// dropped.
  EventLines(std::string program, int descriptor, Form form = Form::json)
      : program_(std::move(program)), descriptor_(descriptor), form_(form) {}

  /// Writes one line of JSON, in both forms. Octets that are not UTF-8 are replaced.
  void write(const Json& event);
  /// Writes one line: the event, or its words.
  void write(const Json& event, const std::string& words);
  /// Like write(), for an event that a user must see: its words are also printed on standard error.
  void report(const Json& event, const std::string& words);
  /// A line that a component printed.
  void output(const std::string& component, device::Stream stream, std::string_view line);
  /// report() of an event "failure": one line, whatever the text holds.
  void failure(const std::string& line);

 private:
  void write_line(const std::string& line);

  const std::string program_;
  const int descriptor_;
  const Form form_;
  os::Mutex mutex_;
};

}  // namespace orbweaver::program
