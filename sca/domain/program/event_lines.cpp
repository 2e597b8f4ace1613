#include "event_lines.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace orbweaver::domain {

namespace {

using nlohmann::ordered_json;

// What programs print may be no UTF-8.
std::string text_of(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json json_of(const ComponentLine& component) {
  ordered_json made{{"name", component.name},
                    {"identifier", component.identifier},
                    {"process", nullptr},
                    {"device", component.device}};
  if (component.process != 0) made["process"] = component.process;
  return made;
}

}  // namespace

void EventLines::write(const std::string& json) {
  const std::scoped_lock lock{mutex_};
  std::fputs(json.c_str(), stdout);
  std::fflush(stdout);
}

void EventLines::application(std::string_view state, const std::vector<ComponentLine>& components) {
  ordered_json made{
      {"event", "application"}, {"state", state}, {"components", ordered_json::array()}};
  for (const auto& each : components) made["components"].push_back(json_of(each));
  write(text_of(made));
}

void EventLines::output(const std::string& component, device::Stream stream,
                        std::string_view line) {
  write(text_of({{"event", "output"},
                 {"component", component},
                 {"stream", stream == device::Stream::output ? "output" : "error"},
                 {"line", line}}));
}

void EventLines::component_ended(const std::string& component, const std::string& how) {
  write(text_of({{"event", "component_ended"}, {"component", component}, {"how", how}}));
}

void EventLines::failure(const std::string& line) {
  write(text_of({{"event", "failure"}, {"line", line}}));
  std::fprintf(stderr, "orbweaver-domain: %s\n", line.c_str());
}

}  // namespace orbweaver::domain
