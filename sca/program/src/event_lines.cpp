// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/event_lines.hpp>

#include <orbweaver/os/file.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::program {

void EventLines::write_line(const std::string& line) {
  const std::scoped_lock lock{mutex_};
  if (descriptor_ == os::kStandardOutput) return os::print_output(line);
  (void)os::write_all(descriptor_, as_bytes(line));  // it fails if its reader has left
}

void EventLines::write(const Json& event) {
  write_line(event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void EventLines::write(const Json& event, const std::string& words) {
  if (form_ == Form::json) return write(event);
  write_line(program_ + ": " + os::on_one_line(words) + "\n");
}

void EventLines::report(const Json& event, const std::string& words) {
  if (form_ == Form::json) write(event);
  os::print_error_of(program_, words);
}

void EventLines::output(const std::string& component, device::Stream stream,
                        std::string_view line) {
  write({{"event", "output"},
         {"component", component},
         {"stream", stream == device::Stream::output ? "output" : "error"},
         {"line", line}},
        component + ": " + std::string{line});
}

void EventLines::failure(const std::string& line) {
  report({{"event", "failure"}, {"line", os::on_one_line(line)}}, line);
}

}  // namespace orbweaver::program
