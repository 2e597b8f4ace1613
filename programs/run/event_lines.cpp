#include "event_lines.hpp"

#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::domain {

namespace {

program::EventLines::Json json_of(const ComponentLine& component) {
  program::EventLines::Json made{{"name", component.name},
                                 {"identifier", component.identifier},
                                 {"process", nullptr},
                                 {"device", component.device}};
  if (component.process != 0) made["process"] = component.process;
  return made;
}

}  // namespace

EventLines::EventLines() : lines_("orbweaver-run", os::kStandardOutput) {}

void EventLines::ready(const std::string& name, const std::string& manager,
                       const std::string& naming) {
  lines_.write({{"event", "ready"},
                {"name", name},
                {"process", os::process_id()},
                {"domain_manager", manager},
                {"naming", naming}});
}

void EventLines::notice(const std::string& line) {
  lines_.write({{"event", "notice"}, {"line", line}});
  os::print_error_of("orbweaver-run", line);
}

void EventLines::interrupted() {
  os::print_error_of("orbweaver-run", "ending; one more signal ends it at once");
}

void EventLines::application(std::string_view state, const std::vector<ComponentLine>& components) {
  program::EventLines::Json made{{"event", "application"},
                                 {"state", state},
                                 {"components", program::EventLines::Json::array()}};
  for (const auto& each : components) made["components"].push_back(json_of(each));
  lines_.write(made);
}

void EventLines::output(const std::string& component, device::Stream stream,
                        std::string_view line) {
  lines_.output(component, stream, line);
}

void EventLines::failure(const std::string& line) { lines_.failure(line); }

void EventLines::component_ended(const std::string& component, const std::string& how) {
  lines_.write({{"event", "component_ended"}, {"component", component}, {"how", how}});
}

}  // namespace orbweaver::domain
