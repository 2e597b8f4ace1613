#include "event_lines.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace orbweaver::trial {

namespace {

using nlohmann::ordered_json;

// What programs print may be no UTF-8.
std::string text_of(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json json_of(const PortFile& port) {
  ordered_json made{{"port", port.port},
                    {"interface", port.kind->interface},
                    {"sample", port.kind->sample},
                    {"file", nullptr}};
  if (!port.file.empty()) made["file"] = port.file;
  return made;
}

ordered_json json_of(const PortOutcome& port) {
  auto made = json_of(port.port);
  made["packets"] = port.packets;
  made["samples"] = port.samples;
  return made;
}

template <class Each>
ordered_json array_of(const Each& all) {
  auto made = ordered_json::array();
  for (const auto& each : all) made.push_back(json_of(each));
  return made;
}

}  // namespace

void EventLines::write(const std::string& json) {
  const std::scoped_lock lock{mutex_};
  for (std::string_view left = json; !left.empty();) {
    const auto written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;  // its reader has left
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

void EventLines::begun(const Subject& subject, int process) {
  write(text_of({{"event", "trial"},
                 {"component", subject.name},
                 {"identifier", subject.identifier},
                 {"implementation", subject.implementation},
                 {"program", subject.program.string()},
                 {"process", process}}));
}

void EventLines::output(const std::string& component, device::Stream stream,
                        std::string_view line) {
  write(text_of({{"event", "output"},
                 {"component", component},
                 {"stream", stream == device::Stream::output ? "output" : "error"},
                 {"line", line}}));
}

void EventLines::note(const std::string& line) {
  write(text_of({{"event", "note"}, {"line", line}}));
}

void EventLines::failure(const std::string& line) {
  write(text_of({{"event", "failure"}, {"line", line}}));
  std::fprintf(stderr, "orbweaver-try: %s\n", line.c_str());
}

void EventLines::result(const Outcome& outcome) {
  ordered_json made{{"event", "result"},
                    {"ended", name_of(outcome.ended)},
                    {"inputs", array_of(outcome.inputs)},
                    {"outputs", array_of(outcome.outputs)},
                    {"ran_ms", nullptr},
                    {"program_end", nullptr}};
  if (outcome.ran) made["ran_ms"] = std::chrono::duration<double, std::milli>(*outcome.ran).count();
  if (!outcome.program_end.empty()) made["program_end"] = outcome.program_end;
  write(text_of(made));
}

}  // namespace orbweaver::trial
