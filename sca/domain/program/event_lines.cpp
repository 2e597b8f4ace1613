#include "event_lines.hpp"

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

void EventLines::application(std::string_view state, const std::vector<ComponentLine>& components) {
  Json made{{"event", "application"}, {"state", state}, {"components", Json::array()}};
  for (const auto& each : components) made["components"].push_back(json_of(each));
  write(made);
}

void EventLines::component_ended(const std::string& component, const std::string& how) {
  write({{"event", "component_ended"}, {"component", component}, {"how", how}});
}

}  // namespace orbweaver::domain
