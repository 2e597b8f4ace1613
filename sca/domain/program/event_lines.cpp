#include "event_lines.hpp"

#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::domain {

namespace {

EventLines::Json json_of(const ComponentLine& component) {
  EventLines::Json made{{"name", component.name},
                        {"identifier", component.identifier},
                        {"process", nullptr},
                        {"device", component.device}};
  if (component.process != 0) made["process"] = component.process;
  return made;
}

}  // namespace

EventLines::EventLines() : program::EventLines("orbweaver-domain", os::kStandardOutput) {}

void EventLines::ready(const std::string& name, const std::string& manager,
                       const std::string& naming) {
  write({{"event", "ready"},
         {"name", name},
         {"process", os::process_id()},
         {"domain_manager", manager},
         {"naming", naming}});
}

void EventLines::notice(const std::string& line) {
  write({{"event", "notice"}, {"line", line}});
  os::print_error_of("orbweaver-domain", line);
}

void EventLines::application(std::string_view state, const std::vector<ComponentLine>& components) {
  Json made{{"event", "application"}, {"state", state}, {"components", Json::array()}};
  for (const auto& each : components) made["components"].push_back(json_of(each));
  write(made);
}

void EventLines::component_ended(const std::string& component, const std::string& how) {
  write({{"event", "component_ended"}, {"component", component}, {"how", how}});
}

}  // namespace orbweaver::domain
