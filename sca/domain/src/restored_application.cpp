// SPDX-License-Identifier: Apache-2.0
// The parts of DeployedApplication for an application that the domain's predecessor left.
#include <orbweaver/registry/bounded_call.hpp>

#include <utility>

#include "deployed_application.hpp"

namespace orbweaver::domain {

namespace {

CosNaming::Name name_of(const std::string& id) { return {CosNaming::NameComponent{id, ""}}; }

std::map<std::string, std::string> devices_of(const deploy::ApplicationSnapshot& snapshot) {
  std::map<std::string, std::string> devices;
  for (const auto& component : snapshot.plan.components)
    if (component.execute && !snapshot.ended.contains(component.identifier))
      devices[component.identifier] = component.device;
  return devices;
}

std::vector<std::string> used_by(const deploy::ApplicationSnapshot& snapshot) {
  std::vector<std::string> texts;
  for (const auto& entry : snapshot.taken)
    if (!entry.device.empty()) texts.push_back(entry.device);
  return texts;
}

}  // namespace

DeployedApplication::DeployedApplication(std::shared_ptr<const ApplicationParts> parts,
                                         std::uint64_t number, const ApplicationRecord& record)
    : parts_(std::move(parts)),
      number_(number),
      sad_id_(record.sad_id),
      sad_file_(record.sad_file),
      name_(record.name),
      wished_name_(record.wished_name),
      keeps_rest_(keeps_rest_of(parts_->options, wished_name_)),
      context_(parts_->target.domain->bind_new_context(name_of(name_))),
      target_(target_parts()),
      deployment_({}, target_, deployment_options()) {
  parts_->records.open(number_);
  for (const auto& [component, binding] : record.bindings)
    parts_->programs.restore(binding, component_name(component));
  target_.restore(record.bindings, devices_of(record.deployment), used_by(record.deployment));
  deployment_.restore(record.deployment);
}

std::optional<std::string> DeployedApplication::find_again(const ApplicationRecord& record) {
  std::optional<std::string> first;
  const auto& timeouts = parts_->options.deployment.timeouts;
  for (const auto& component : deployment_.plan().components) {
    const auto& id = component.identifier;
    const bool is_called = component.registers() || component.from_factory;
    if (!is_called || record.deployment.ended.contains(id)) continue;
    const auto text = record.components.find(id);
    const auto limit = timeouts.limit(deploy::Step::bind);
    const auto found = text == record.components.end()
                           ? deploy::fault(deploy::Cause::absent, "it had not registered")
                           : registry::flat_outcome_of(limit, [&]() -> deploy::Outcome<void> {
                               return target_.find_again(
                                   id, parts_->target.orb->string_to_object(text->second), limit);
                             });
    if (found) continue;
    const auto how = "component '" + id + "' on device '" + component.device +
                     "': " + deploy::line(found.error());
    (void)deployment_.component_ended(id, how, deploy::EndedPart::object);
    if (!first) first = how;
  }
  return first;
}

Result<void, deploy::StepFailure> DeployedApplication::adopt() {
  if (auto adopted = deployment_.adopt(); !adopted) return adopted;
  for (const auto& [component, binding] : target_.bindings()) bind_again(component, binding);
  watch_components();
  connect_waiting();
  return {};
}

void DeployedApplication::bind_again(const std::string& component, const std::string& binding) {
  const auto object = target_.object(component);
  if (object) context_->rebind(name_of(binding), object);
}

void DeployedApplication::abandon() {
  parts_->records.leave(number_);
  deployment_.abandon();
}

void DeployedApplication::keep_record() {
  parts_->records.keep(number_, [this] { return record(); });
}

ApplicationRecord DeployedApplication::record() const {
  ApplicationRecord application_record{.sad_id = sad_id_,
                                       .sad_file = sad_file_,
                                       .name = name_,
                                       .wished_name = wished_name_,
                                       .deployment = deployment_.snapshot(),
                                       .bindings = target_.bindings(),
                                       .components = {},
                                       .devices = {}};
  if (is_releasing_) application_record.deployment.state = deploy::DeploymentState::releasing;
  for (const auto& component : application_record.deployment.plan.components)
    if (const auto object = target_.object(component.identifier))
      application_record.components[component.identifier] =
          parts_->target.orb->object_to_string(object);
  for (const auto& used_device : target_.used_devices())
    application_record.devices[used_device.description.id] =
        parts_->target.orb->object_to_string(used_device.device);
  return application_record;
}

}  // namespace orbweaver::domain
