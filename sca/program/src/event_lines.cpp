// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/program/event_lines.hpp>

#include <orbweaver/os/file.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::program {

void EventLines::write(const Json& event) {
  const auto line = event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  const std::scoped_lock lock{mutex_};
  if (descriptor_ == os::kStandardOutput) return os::print_output(line);
  (void)os::write_all(descriptor_, as_bytes(line));  // it fails if its reader has left
}

void EventLines::output(const std::string& component, device::Stream stream,
                        std::string_view line) {
  write({{"event", "output"},
         {"component", component},
         {"stream", stream == device::Stream::output ? "output" : "error"},
         {"line", line}});
}

void EventLines::failure(const std::string& line) {
  write({{"event", "failure"}, {"line", os::on_one_line(line)}});
  os::print_error_of(program_, line);
}

}  // namespace orbweaver::program
