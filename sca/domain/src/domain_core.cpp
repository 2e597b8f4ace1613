#include "domain_core.hpp"

#include "deployed_application.hpp"

namespace orbweaver::domain {

void DomainCore::bound(const std::string& id,
                       const CORBA::object_reference<CORBA::Object>& object) {
  if (const auto component = programs.find(id)) {
    if (const auto application = applications.find(component->application))
      application->registered(component->identifier, object);
    return;
  }
  post_service_came();
}

void DomainCore::ended(const std::string& program, const std::string& how) {
  const auto component = programs.find(program);
  const auto application = component ? applications.find(component->application) : nullptr;
  if (!application) return;
  const auto next = application->component_ended(component->identifier, how);
  if (next == deploy::AfterEnd::expected) return;
  errands.post([this, application, component = *component, how, next] {
    if (options.events.on_end) options.events.on_end(component, how);
    if (next != deploy::AfterEnd::tear_down) return;
    const auto failures = application->release();
    if (options.events.on_torn_down)
      options.events.on_torn_down(component.application_name, failures);
  });
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

void DomainCore::post_application_went(const std::string& name) {
  errands.post([this, name] {
    for (const auto& each : applications.all()) each->application_went(name);
  });
}

CORBA::object_reference<CORBA::Object> DomainCore::find_application(const std::string& name) const {
  for (const auto& each : applications.all())
    if (each->name() == name) return each->reference();
  return nullptr;
}

deploy::Failures DomainCore::release_all() {
  deploy::Failures all;
  for (const auto& each : applications.all()) {
    auto failures = each->release();
    all.insert(all.end(), failures.begin(), failures.end());
  }
  return all;
}

}  // namespace orbweaver::domain
