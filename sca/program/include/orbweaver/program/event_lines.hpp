// SPDX-License-Identifier: Apache-2.0
// Events of a program that runs components, for the program that started it: a JSON object on each
// line, with its kind as "event".
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

  /// `program`: its name, as failure() prints it. `descriptor`: below 0, all lines are dropped.
  EventLines(std::string program, int descriptor)
      : program_(std::move(program)), descriptor_(descriptor) {}

  /// Writes one line. Octets that are no UTF-8 are replaced.
  void write(const Json& event);
  /// A line that a component printed.
  void output(const std::string& component, device::Stream stream, std::string_view line);
  /// On standard error, too, as readable text: one line, whatever the text holds.
  void failure(const std::string& line);

 private:
  const std::string program_;
  const int descriptor_;
  os::Mutex mutex_;
};

}  // namespace orbweaver::program
