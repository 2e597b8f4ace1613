#include "domain_core.hpp"

#include <orbweaver/deploy/side_by_side.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "deployed_application.hpp"

namespace orbweaver::domain {

namespace {

/// One that hangs holds up no other: many take about as long as one.
constexpr std::size_t kReleasedAtOnce = 32;

/// A service has no identifier but its name.
ManagementEvents::Source source_of(const NodeChange& change) {
  using Kind = ManagementEvents::Kind;
  switch (change.kind) {
    case NodeChange::Kind::node:
      return {Kind::DEVICE_MANAGER, change.id, change.label};
    case NodeChange::Kind::device:
      return {Kind::DEVICE, change.id, change.label};
    case NodeChange::Kind::service:
      break;
  }
  return {Kind::SERVICE, change.id, change.id};
}

}  // namespace

void DomainCore::bound(const std::string& id,
                       const CORBA::object_reference<CORBA::Object>& object) {
  if (const auto component = programs.find(id)) {
    if (const auto application = applications.find(component->application))
      application->registered(component->identifier, object);
    return;
  }
  post_service_came();
}

void DomainCore::unbound(const std::string& id) {
  if (!kept_names.has(id)) return;
  errands.post([this] {
    for (const auto& line : kept_names.restore()) post_problem(line);
  });
}

void DomainCore::ended(const std::vector<EndOfProgram>& ends) {
  programs_ended(ends, Ended::process);
}

void DomainCore::object_gone(const std::string& program, const std::string& how) {
  programs_ended({{program, how}}, Ended::object);
}

void DomainCore::reported_ends(const std::string& device, const std::vector<EndOfProgram>& ends) {
  auto of_device = ends;
  std::erase_if(of_device, [&](const EndOfProgram& end) {
    const auto component = programs.find(end.program);
    const auto application = component ? applications.find(component->application) : nullptr;
    if (!application) return true;
    const auto there = application->target().executed_on(device);
    return std::ranges::find(there, component->identifier) == there.end();
  });
  ended(of_device);
}

void DomainCore::programs_ended(const std::vector<EndOfProgram>& ends, Ended what) {
  std::map<std::shared_ptr<DeployedApplication>, std::vector<EndOfComponent>> by_application;
  for (const auto& end : ends) {
    const auto component = programs.find(end.program);
    const auto application = component ? applications.find(component->application) : nullptr;
    if (application) by_application[application].push_back({component->identifier, end.how});
  }
  for (const auto& [application, of_it] : by_application)
    components_ended(application, of_it, what);
}

std::vector<DomainCore::EndOfComponent> DomainCore::all_ended(
    const std::vector<std::string>& identifiers, const std::string& how) {
  std::vector<EndOfComponent> made;
  for (const auto& each : identifiers) made.push_back({each, how});
  return made;
}

void DomainCore::device_gone(const std::string& id, const std::string& how) {
  for (const auto& each : applications.all())
    components_ended(each,
                     all_ended(each->target().executed_on(id), "its device '" + id + "': " + how),
                     Ended::process);
}

void DomainCore::device_came() {
  if (recovery) recovery->device_came();
}

void DomainCore::device_leaves(const std::string& id) {
  const auto left = "its device '" + id + "': it left the domain";
  std::vector<std::shared_ptr<DeployedApplication>> users;
  for (const auto& each : applications.all()) {
    const auto components = each->target().executed_on(id);
    if (each->keeps_rest())
      components_ended(each, all_ended(components, left), Ended::process);
    else if (!components.empty())
      users.push_back(each);
  }
  deploy::side_by_side(users.size(), options.deployment.threads,
                       [&](std::size_t i) { release_after(users[i]); });
}

// All are noted before the application is released once for all of them.
void DomainCore::components_ended(const std::shared_ptr<DeployedApplication>& application,
                                  const std::vector<EndOfComponent>& ends, Ended what) {
  std::vector<std::pair<ComponentName, std::string>> gone;
  bool is_torn_down = false;
  for (const auto& [component, how] : ends) {
    const auto next = application->component_ended(component, how, what);
    if (next == deploy::AfterEnd::expected) continue;
    if (next == deploy::AfterEnd::keep)
      errands.post([this, application, id = component, what] { keep_rest(application, id, what); });
    gone.emplace_back(application->component_name(component), how);
    is_torn_down = is_torn_down || next == deploy::AfterEnd::tear_down;
  }
  if (gone.empty()) return;
  errands.post([this, application, gone = std::move(gone), is_torn_down] {
    for (const auto& [component, how] : gone) report_end(component, how);
    if (is_torn_down) release_after(application);
  });
}

void DomainCore::keep_rest(const std::shared_ptr<DeployedApplication>& application,
                           const std::string& component, Ended what) {
  if (what == Ended::object) {
    if (const auto failure = application->deployment().end_process(component))
      log_alarms("the end of component '" + component + "'", {*failure});
  }
  application->keep_record();
}

void DomainCore::report_end(const ComponentName& component, const std::string& how) const {
  log_alarm("component '" + component.instantiation + "' of application '" +
            component.application_name + "' ended: " + how);
  if (options.events.on_end) options.events.on_end(component, how);
}

void DomainCore::release_after(const std::shared_ptr<DeployedApplication>& application) {
  const auto failures = application->release();
  log_alarms("the release of application '" + application->name() + "'", failures);
  if (options.events.on_torn_down)
    options.events.on_torn_down({application->name(), application->wished_name(), failures});
}

void DomainCore::printed(const std::string& program, device::Stream stream,
                         std::string_view line) const {
  if (!options.events.on_line) return;
  const auto component = programs.find(program);
  options.events.on_line(component.value_or(ComponentName{0, {}, program, program}), stream, line);
}

void DomainCore::post_service_came() {
  errands.post([this] {
    for (const auto& each : applications.all()) each->connect_waiting();
  });
}

void DomainCore::post_service_went(const std::string& name) {
  errands.post([this, name] {
    for (const auto& each : applications.all()) each->service_went(name);
  });
}

void DomainCore::post_application_went(const std::string& name, const std::string& wished_name) {
  errands.post([this, name, wished_name] {
    for (const auto& each : applications.all()) each->application_went({name, wished_name});
  });
}

CORBA::object_reference<CORBA::Object> DomainCore::find_application(const std::string& name) const {
  const auto all = applications.all();
  const auto reference_of = [&](auto name_of) -> CORBA::object_reference<CORBA::Object> {
    for (const auto& each : all)
      if (std::invoke(name_of, *each) == name)
        if (auto reference = each->reference()) return reference;  // one that is leaving has none
    return nullptr;
  };
  if (auto found = reference_of(&DeployedApplication::name)) return found;
  // a later version of it, which was made while that one was there
  return reference_of(&DeployedApplication::wished_name);
}

bool DomainCore::keeps_rest(const std::string& wished_name) const {
  return options.deployment.on_end == deploy::DeploymentOptions::OnEnd::keep ||
         (options.keeps_rest && options.keeps_rest(wished_name));
}

void DomainCore::post_node_change(NodeChange change) {
  tell_consumers(change);
  if (change.what == NodeChange::What::lost)
    log_alarm(line_of(change));
  else
    log_event(line_of(change));
  if (!options.events.on_node_change) return;
  reports.post([this, change = std::move(change)] { options.events.on_node_change(change); });
}

void DomainCore::tell_consumers(const NodeChange& change) const {
  const auto source = source_of(change);
  if (change.what == NodeChange::What::registered)
    management->added(source, change.object);
  else
    management->removed(source);
}

void DomainCore::post_problem(const std::string& line) {
  log_alarm(line);
  if (!options.events.on_problem) return;
  reports.post([this, line] { options.events.on_problem(line); });
}

void DomainCore::log_event(std::string text) const {
  program::log(options.events.on_log, program::LogLevel::administrative_event, std::move(text));
}

void DomainCore::log_alarm(std::string text) const {
  program::log(options.events.on_log, program::LogLevel::failure_alarm, std::move(text));
}

void DomainCore::log_alarms(const std::string& what, const deploy::Failures& failures) const {
  for (const auto& each : failures) log_alarm(what + ": " + deploy::line(each));
}

deploy::Failures DomainCore::release_all() {
  const auto them = applications.all();
  std::vector<deploy::Failures> of_each(them.size());
  deploy::side_by_side(them.size(), kReleasedAtOnce,
                       [&](std::size_t i) { of_each[i] = them[i]->release(); });
  deploy::Failures all;
  for (std::size_t i = 0; i < them.size(); ++i) {
    log_alarms("the release of application '" + them[i]->name() + "'", of_each[i]);
    all.insert(all.end(), of_each[i].begin(), of_each[i].end());
  }
  return all;
}

}  // namespace orbweaver::domain
