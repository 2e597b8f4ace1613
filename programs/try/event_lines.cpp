// SPDX-License-Identifier: Apache-2.0
#include "event_lines.hpp"

#include <chrono>

namespace orbweaver::trial {

namespace {

using Json = program::EventLines::Json;

Json json_of(const PortFile& port) {
  Json json{{"port", port.port},
            {"interface", port.kind->interface},
            {"sample", port.kind->sample},
            {"file", nullptr}};
  if (!port.file.empty()) json["file"] = port.file;
  return json;
}

Json json_of(const PortOutcome& port) {
  auto json = json_of(port.port);
  json["packets"] = port.packets;
  json["samples"] = port.samples;
  return json;
}

template <class Each>
Json array_of(const Each& all) {
  auto array = Json::array();
  for (const auto& entry : all) array.push_back(json_of(entry));
  return array;
}

}  // namespace

void TrialEventLines::begun(const Subject& subject, int process) {
  lines_.write({{"event", "trial"},
                {"component", subject.name},
                {"identifier", subject.identifier},
                {"implementation", subject.implementation},
                {"program", subject.program.string()},
                {"process", process}});
}

void TrialEventLines::output(const std::string& component, device::Stream stream,
                             std::string_view line) {
  lines_.output(component, stream, line);
}

void TrialEventLines::note(const std::string& line) {
  lines_.write({{"event", "note"}, {"line", line}});
}

void TrialEventLines::failure(const std::string& line) { lines_.failure(line); }

void TrialEventLines::result(const TrialOutcome& outcome) {
  Json json{{"event", "result"},
            {"ended", name_of(outcome.ended)},
            {"inputs", array_of(outcome.inputs)},
            {"outputs", array_of(outcome.outputs)},
            {"ran_ms", nullptr},
            {"program_end", nullptr}};
  if (outcome.ran) json["ran_ms"] = std::chrono::duration<double, std::milli>(*outcome.ran).count();
  if (!outcome.program_end.empty()) json["program_end"] = outcome.program_end;
  lines_.write(json);
}

}  // namespace orbweaver::trial
