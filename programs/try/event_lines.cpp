#include "event_lines.hpp"

#include <chrono>

namespace orbweaver::trial {

namespace {

using Json = TrialEventLines::Json;

Json json_of(const PortFile& port) {
  Json made{{"port", port.port},
            {"interface", port.kind->interface},
            {"sample", port.kind->sample},
            {"file", nullptr}};
  if (!port.file.empty()) made["file"] = port.file;
  return made;
}

Json json_of(const PortOutcome& port) {
  auto made = json_of(port.port);
  made["packets"] = port.packets;
  made["samples"] = port.samples;
  return made;
}

template <class Each>
Json array_of(const Each& all) {
  auto made = Json::array();
  for (const auto& each : all) made.push_back(json_of(each));
  return made;
}

}  // namespace

void TrialEventLines::begun(const Subject& subject, int process) {
  write({{"event", "trial"},
         {"component", subject.name},
         {"identifier", subject.identifier},
         {"implementation", subject.implementation},
         {"program", subject.program.string()},
         {"process", process}});
}

void TrialEventLines::note(const std::string& line) { write({{"event", "note"}, {"line", line}}); }

void TrialEventLines::result(const Outcome& outcome) {
  Json made{{"event", "result"},
            {"ended", name_of(outcome.ended)},
            {"inputs", array_of(outcome.inputs)},
            {"outputs", array_of(outcome.outputs)},
            {"ran_ms", nullptr},
            {"program_end", nullptr}};
  if (outcome.ran) made["ran_ms"] = std::chrono::duration<double, std::milli>(*outcome.ran).count();
  if (!outcome.program_end.empty()) made["program_end"] = outcome.program_end;
  write(made);
}

}  // namespace orbweaver::trial
