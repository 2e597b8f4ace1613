// SPDX-License-Identifier: Apache-2.0
#include "running_applications.hpp"

#include <orbweaver/deploy/side_by_side.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "deployed_application.hpp"

namespace orbweaver::domain {

namespace {

/// Releases that run at the same time, so that one that hangs does not delay the others.
constexpr std::size_t kReleasedAtOnce = 32;

}  // namespace

void RunningApplications::bound(const std::string& id, const Object& object) {
  if (const auto component = programs_->find(id)) {
    if (const auto application = book_->find(component->application))
      application->registered(component->identifier, object);
    return;
  }
  post_service_came();
}

void RunningApplications::programs_ended(const Ends& ends) {
  programs_ended(ends, EndedPart::process);
}

void RunningApplications::object_gone(const std::string& program, const std::string& how) {
  programs_ended({{program, how}}, EndedPart::object);
}

void RunningApplications::reported_ends(const std::string& device, const Ends& ends) {
  auto of_device = ends;
  std::erase_if(of_device, [&](const registry::EndOfProgram& end) {
    const auto component = programs_->find(end.program);
    const auto application = component ? book_->find(component->application) : nullptr;
    if (!application) return true;
    const auto there = application->target().executed_on(device);
    return std::ranges::find(there, component->identifier) == there.end();
  });
  programs_ended(of_device);
}

void RunningApplications::programs_ended(const Ends& ends, EndedPart part) {
  std::map<std::shared_ptr<DeployedApplication>, std::vector<EndOfComponent>> by_application;
  for (const auto& end : ends) {
    const auto component = programs_->find(end.program);
    const auto application = component ? book_->find(component->application) : nullptr;
    if (application) by_application[application].push_back({component->identifier, end.how});
  }
  for (const auto& [application, of_it] : by_application)
    components_ended(application, of_it, part);
}

std::vector<RunningApplications::EndOfComponent> RunningApplications::all_ended(
    const std::vector<std::string>& identifiers, const std::string& how) {
  std::vector<EndOfComponent> end_of_components;
  for (const auto& identifier : identifiers) end_of_components.push_back({identifier, how});
  return end_of_components;
}

void RunningApplications::device_gone(const std::string& id, const std::string& how) {
  for (const auto& application : book_->all())
    components_ended(
        application,
        all_ended(application->target().executed_on(id), "its device '" + id + "': " + how),
        EndedPart::process);
}

void RunningApplications::device_leaves(const std::string& id) {
  const auto left = "its device '" + id + "': it left the domain";
  std::vector<std::shared_ptr<DeployedApplication>> users;
  for (const auto& application : book_->all()) {
    const auto components = application->target().executed_on(id);
    if (application->keeps_rest())
      components_ended(application, all_ended(components, left), EndedPart::process);
    else if (!components.empty())
      users.push_back(application);
  }
  deploy::side_by_side(users.size(), options_->deployment.threads,
                       [&](std::size_t i) { release_after(users[i]); });
}

// Notes all ended components before the application is released.
void RunningApplications::components_ended(const std::shared_ptr<DeployedApplication>& application,
                                           const std::vector<EndOfComponent>& ends,
                                           EndedPart part) {
  std::vector<std::pair<ComponentName, std::string>> gone;
  bool is_torn_down = false;
  for (const auto& [component, how] : ends) {
    const auto next = application->component_ended(component, how, part);
    if (next == deploy::AfterEnd::expected) continue;
    if (next == deploy::AfterEnd::keep)
      errands_->post(
          [this, application, id = component, part] { keep_rest(application, id, part); });
    gone.emplace_back(application->component_name(component), how);
    is_torn_down = is_torn_down || next == deploy::AfterEnd::tear_down;
  }
  if (gone.empty()) return;
  errands_->post([this, application, gone = std::move(gone), is_torn_down] {
    for (const auto& [component, how] : gone) report_end(component, how);
    if (is_torn_down) release_after(application);
  });
}

void RunningApplications::keep_rest(const std::shared_ptr<DeployedApplication>& application,
                                    const std::string& component, EndedPart part) {
  if (part == EndedPart::object) {
    if (const auto failure = application->deployment().end_process(component))
      front_end_->log_alarms("the end of component '" + component + "'", {*failure});
  }
  application->keep_record();
}

void RunningApplications::report_end(const ComponentName& component, const std::string& how) const {
  front_end_->log_alarm("component '" + component.instantiation + "' of application '" +
                        component.application_name + "' ended: " + how);
  if (options_->events.on_end) options_->events.on_end(component, how);
}

void RunningApplications::release_after(const std::shared_ptr<DeployedApplication>& application) {
  const auto failures = application->release();
  front_end_->log_alarms("the release of application '" + application->name() + "'", failures);
  if (options_->events.on_torn_down)
    options_->events.on_torn_down({application->name(), application->wished_name(), failures});
}

void RunningApplications::printed(const std::string& program, device::Stream stream,
                                  std::string_view line) const {
  if (!options_->events.on_line) return;
  const auto component = programs_->find(program);
  options_->events.on_line(component.value_or(ComponentName{0, {}, program, program}), stream,
                           line);
}

void RunningApplications::post_service_came() {
  errands_->post([this] {
    for (const auto& application : book_->all()) application->connect_waiting();
  });
}

void RunningApplications::post_service_went(const std::string& name) {
  errands_->post([this, name] {
    for (const auto& application : book_->all()) application->service_went(name);
  });
}

void RunningApplications::withdrawn(const std::string& name, const std::string& wished_name) {
  errands_->post([this, name, wished_name] {
    for (const auto& application : book_->all()) application->application_went({name, wished_name});
  });
}

RunningApplications::Object RunningApplications::find(const std::string& name) const {
  const auto all = book_->all();
  const auto reference_of = [&](auto name_of) -> Object {
    for (const auto& application : all)
      if (std::invoke(name_of, *application) == name)
        if (auto reference = application->reference())
          return reference;  // null if it is being released
    return nullptr;
  };
  if (auto found = reference_of(&DeployedApplication::name)) return found;
  // else a later version, which was created while the former one had the name
  return reference_of(&DeployedApplication::wished_name);
}

deploy::Failures RunningApplications::release_all() {
  const auto them = book_->all();
  std::vector<deploy::Failures> of_each(them.size());
  deploy::side_by_side(them.size(), kReleasedAtOnce,
                       [&](std::size_t i) { of_each[i] = them[i]->release(); });
  deploy::Failures all;
  for (std::size_t i = 0; i < them.size(); ++i) {
    front_end_->log_alarms("the release of application '" + them[i]->name() + "'", of_each[i]);
    all.insert(all.end(), of_each[i].begin(), of_each[i].end());
  }
  return all;
}

}  // namespace orbweaver::domain
