// SPDX-License-Identifier: Apache-2.0
// Events of a program that runs components, for the program that started it: a JSON object on each
// line, with its kind as "event". A person at a terminal gets words instead.
#pragma once
#include <orbweaver/device/output_reader.hpp>
#include <orbweaver/os/mutex.hpp>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace orbweaver::program {

/// Threads: any. Blocks: until the reader takes the line. When it has left, lines are dropped; a
/// program that does not ignore SIGPIPE ends.
class EventLines {
 public:
  using Json = nlohmann::ordered_json;
  enum class Form { json, words };

  /// `program`: its name, with which readable lines begin. `descriptor`: below 0, all lines are
  /// dropped.
  EventLines(std::string program, int descriptor, Form form = Form::json)
      : program_(std::move(program)), descriptor_(descriptor), form_(form) {}

  /// Writes one line of JSON, whatever the form. Octets that are no UTF-8 are replaced.
  void write(const Json& event);
  /// Writes one line: the event, or its words.
  void write(const Json& event, const std::string& words);
  /// As write(), for an event that a person must see wherever JSON goes: its words are on standard
  /// error, too.
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
