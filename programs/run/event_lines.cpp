// SPDX-License-Identifier: Apache-2.0
#include "event_lines.hpp"

#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::domain {

namespace {

program::EventLines::Json json_of(const ComponentLine& component) {
  program::EventLines::Json json{{"name", component.name},
                                 {"identifier", component.identifier},
                                 {"process", nullptr},
                                 {"device", component.device}};
  if (component.process != 0) json["process"] = component.process;
  return json;
}

}  // namespace

RunEventLines::RunEventLines() : lines_("orbweaver-run", os::kStandardOutput) {}

void RunEventLines::ready(const std::string& name, const std::string& manager,
                          const std::string& naming) {
  lines_.write({{"event", "ready"},
                {"name", name},
                {"process", os::process_id()},
                {"domain_manager", manager},
                {"naming", naming}});
}

void RunEventLines::notice(const std::string& line) {
  lines_.write({{"event", "notice"}, {"line", line}});
  os::print_error_of("orbweaver-run", line);
}

void RunEventLines::interrupted() {
  os::print_error_of("orbweaver-run", "ending; one more signal ends it at once");
}

void RunEventLines::application(std::string_view state,
                                const std::vector<ComponentLine>& components) {
  program::EventLines::Json json{{"event", "application"},
                                 {"state", state},
                                 {"components", program::EventLines::Json::array()}};
  for (const auto& component : components) json["components"].push_back(json_of(component));
  lines_.write(json);
}

void RunEventLines::output(const std::string& component, device::Stream stream,
                           std::string_view line) {
  lines_.output(component, stream, line);
}

void RunEventLines::failure(const std::string& line) { lines_.failure(line); }

void RunEventLines::component_ended(const std::string& component, const std::string& how) {
  lines_.write({{"event", "component_ended"}, {"component", component}, {"how", how}});
}

}  // namespace orbweaver::domain
