// SPDX-License-Identifier: Apache-2.0
#include "application_servant.hpp"

#include <orbweaver/resource/names.hpp>

#include <algorithm>

#include "deployed_application.hpp"
#include "external_properties.hpp"

namespace orbweaver::domain {

namespace {

using Elements = CF::Application::ComponentElementSequence;

std::vector<std::string> lines_of(const deploy::Failures& failures) {
  std::vector<std::string> lines;
  for (const auto& failure : failures) lines.push_back(deploy::line(failure));
  return lines;
}

std::string text_of(const deploy::Failures& failures) {
  std::string text;
  for (const auto& failure : failures) text += (text.empty() ? "" : "; ") + deploy::line(failure);
  return text;
}

ApplicationProperties properties_of(DeployedApplication& application) {
  const auto& plan = application.deployment().plan();
  return {plan.topology.external_properties, plan.controller,
          [&application](const std::string& component) { return application.resource(component); }};
}

}  // namespace

void ApplicationServant::releaseObject() {
  const auto failures = application_->release();
  application_->parts().front_end.log_alarms(
      "the release of application '" + application_->name() + "'", failures);
  if (!failures.empty()) throw CF::LifeCycle::ReleaseError(lines_of(failures));
}

void ApplicationServant::start() {
  const auto started = application_->deployment().start();
  application_->keep_record();
  if (!started)
    throw CF::Resource::StartError(CF::ErrorNumberType::CF_EIO, text_of(started.error()));
}

void ApplicationServant::stop() {
  const auto stopped = application_->deployment().stop();
  application_->keep_record();
  if (!stopped)
    throw CF::Resource::StopError(CF::ErrorNumberType::CF_EIO, text_of(stopped.error()));
}

void ApplicationServant::runTest(std::uint32_t testid, CF::Properties& testValues) {
  application_->controller()->runTest(testid, testValues);
}

void ApplicationServant::configure(const CF::Properties& configProperties) {
  properties_of(*application_).configure(configProperties);
}

void ApplicationServant::query(CF::Properties& configProperties) {
  properties_of(*application_).query(configProperties);
}

CORBA::object_reference<CORBA::Object> ApplicationServant::getPort(const std::string& name) {
  const auto& ports = application_->deployment().plan().topology.external_ports;
  const auto found = std::ranges::find(ports, name, &deploy::ExternalPortPlan::name);
  if (found == ports.end()) throw CF::PortSupplier::UnknownPort();
  const auto& timeouts = application_->parts().options.deployment.timeouts;
  const auto port = application_->target().find(found->end, timeouts.limit(deploy::Step::get_port));
  if (!port || *port == nullptr) throw CF::PortSupplier::UnknownPort();
  return std::static_pointer_cast<CORBA::Object>(*port);
}

std::string ApplicationServant::identifier() { return application_->identifier(); }

Elements ApplicationServant::componentNamingContexts() {
  const auto& domain = application_->parts().options.name;
  Elements elements;
  for (const auto& [component, binding] : application_->target().bindings()) {
    const auto* planned = application_->deployment().plan().find(component);
    if (planned == nullptr || !planned->registers()) continue;
    elements.emplace_back(component,
                          "/" + resource::name_text({domain, application_->name(), binding}));
  }
  return elements;
}

CF::Application::ComponentProcessIdSequence ApplicationServant::componentProcessIds() {
  CF::Application::ComponentProcessIdSequence sequence;
  for (const auto& [component, process] : application_->deployment().processes())
    sequence.emplace_back(component, static_cast<std::uint32_t>(process));
  return sequence;
}

CF::DeviceAssignmentSequence ApplicationServant::componentDevices() {
  CF::DeviceAssignmentSequence device_assignment_sequence;
  for (const auto& component : application_->deployment().plan().components) {
    device_assignment_sequence.emplace_back(component.identifier, component.device);
    for (const auto& [uses, device] : component.uses_devices)
      device_assignment_sequence.emplace_back(component.identifier, device);
  }
  return device_assignment_sequence;
}

Elements ApplicationServant::componentImplementations() {
  Elements elements;
  for (const auto& component : application_->deployment().plan().components)
    elements.emplace_back(component.identifier, component.implementation);
  return elements;
}

std::string ApplicationServant::profile() { return application_->profile(); }
std::string ApplicationServant::name() { return application_->wished_name(); }

}  // namespace orbweaver::domain
