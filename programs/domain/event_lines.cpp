// SPDX-License-Identifier: Apache-2.0
#include "event_lines.hpp"

#include <orbweaver/os/life_line.hpp>
#include <orbweaver/os/standard_streams.hpp>

namespace orbweaver::domain {

namespace {

const char* name_of(NodeChange::What what) {
  switch (what) {
    case NodeChange::What::registered:
      return "registered";
    case NodeChange::What::unregistered:
      return "unregistered";
    case NodeChange::What::lost:
      return "lost";
  }
  return "";
}

const char* name_of(NodeChange::Kind kind) {
  switch (kind) {
    case NodeChange::Kind::node:
      return "node";
    case NodeChange::Kind::device:
      return "device";
    case NodeChange::Kind::service:
      return "service";
  }
  return "";
}

const char* name_of(upkeep::Event::Kind kind) {
  switch (kind) {
    case upkeep::Event::Kind::made:
      return "made";
    case upkeep::Event::Kind::lacks_device:
      return "lacks_device";
    case upkeep::Event::Kind::will_be_made_again:
      return "will_be_made_again";
    case upkeep::Event::Kind::stays_away:
      return "stays_away";
  }
  return "";
}

}  // namespace

DomainEventLines::DomainEventLines()
    : program::EventLines("orbweaver-domain", os::kStandardOutput,
                          os::is_terminal(os::kStandardOutput) ? Form::words : Form::json) {}

void DomainEventLines::ready(const std::string& name, const std::string& manager,
                             const std::string& naming) {
  write({{"event", "ready"},
         {"name", name},
         {"process", os::process_id()},
         {"domain_manager", manager},
         {"naming", naming}},
        "the domain '" + name +
            "' is ready; Ctrl-C ends it; operate it: orbweaver apps --domain '" + name + "'");
}

void DomainEventLines::notice(const std::string& line) {
  report({{"event", "notice"}, {"line", line}}, line);
}

void DomainEventLines::output(const ComponentName& component, device::Stream stream,
                              std::string_view line) {
  const auto name = component.application_name + "/" + component.instantiation;
  limit_.pass(name, line, now(), [&](std::string_view character) {
    write({{"event", "output"},
           {"application", component.application_name},
           {"component", component.instantiation},
           {"stream", stream == device::Stream::output ? "output" : "error"},
           {"line", character}},
          name + ": " + std::string{character});
  });
}

void DomainEventLines::component_ended(const ComponentName& component, const std::string& how) {
  write({{"event", "component_ended"},
         {"application", component.application_name},
         {"component", component.instantiation},
         {"how", how}},
        "component '" + component.application_name + "/" + component.instantiation + "': " + how);
}

void DomainEventLines::released(const std::string& application) {
  write({{"event", "application"}, {"state", "released"}, {"name", application}},
        "application '" + application + "' was released");
}

void DomainEventLines::restored(const Restored& restored) {
  Json json{{"event", "application"},
            {"state", restored.is_adopted ? "adopted" : "released"},
            {"name", restored.application}};
  if (!restored.why.empty()) json["why"] = restored.why;
  const auto application = "application '" + restored.application + "' ";
  if (restored.is_adopted) return write(json, application + "is adopted");
  report(json, application + "is not adopted: " + restored.why);
}

void DomainEventLines::node_change(const NodeChange& change) {
  const auto line = line_of(change);
  const Json json{{"event", "node_change"},
                  {"what", name_of(change.what)},
                  {"kind", name_of(change.kind)},
                  {"id", change.id},
                  {"label", change.label},
                  {"node", change.node},
                  {"line", line}};
  change.what == NodeChange::What::lost ? report(json, line) : write(json, line);
}

void DomainEventLines::upkeep(const upkeep::Event& event) {
  const Json json{{"event", "upkeep"},
                  {"what", name_of(event.kind)},
                  {"application", event.application},
                  {"line", event.line}};
  event.kind == upkeep::Event::Kind::made ? write(json, event.line) : report(json, event.line);
}

void DomainEventLines::ended() { write({{"event", "ended"}}, "the domain has ended"); }

}  // namespace orbweaver::domain
