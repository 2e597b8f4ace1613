// SPDX-License-Identifier: Apache-2.0
#include "deployed_application.hpp"

#include <orbweaver/domain/unknown_settings.hpp>
#include <orbweaver/registry/bounded_call.hpp>

#include <algorithm>
#include <iterator>

#include "device_use.hpp"
#include "domain_finder.hpp"

namespace orbweaver::domain {

namespace {

using deploy::FoundOwner;
using Kind = registry::ManagementEvents::Kind;

CosNaming::Name name_of(const std::string& id) { return {CosNaming::NameComponent{id, ""}}; }

void add_found(const deploy::End& end, std::vector<FoundOwner>& found) {
  const auto* owner = std::get_if<FoundOwner>(&end.owner);
  if (owner != nullptr && std::ranges::find(found, *owner) == found.end()) found.push_back(*owner);
}

FoundOwner application_finder(const std::string& name) {
  return {FoundOwner::Way::domain_finder, name, "application"};
}

std::vector<FoundOwner> owners_in(const std::vector<deploy::PlannedConnection>& connections) {
  std::vector<FoundOwner> found;
  for (const auto& connection : connections) {
    add_found(connection.uses, found);
    add_found(connection.provides, found);
  }
  return found;
}

}  // namespace

DeployedApplication::DeployedApplication(std::shared_ptr<const ApplicationParts> parts,
                                         std::shared_ptr<const Installed> installed,
                                         std::uint64_t number, std::string name, Wish wish)
    : parts_(std::move(parts)),
      installed_(std::move(installed)),
      number_(number),
      sad_id_(installed_->id()),
      sad_file_(installed_->file),
      name_(std::move(name)),
      wished_name_(wish.name),
      keeps_rest_(keeps_rest_of(parts_->options, wished_name_)),
      context_(parts_->target.domain->bind_new_context(name_of(name_))),
      target_(target_parts()),
      deployment_(plan_request(std::move(wish)), target_, deployment_options()) {
  parts_->records.open(number_);
}

bool DeployedApplication::keeps_rest_of(const DomainOptions& options,
                                        const std::string& wished_name) {
  return options.deployment.on_end == deploy::DeploymentOptions::OnEnd::keep ||
         (options.keeps_rest && options.keeps_rest(wished_name));
}

TargetParts DeployedApplication::target_parts() {
  auto target_parts = parts_->target;
  target_parts.context = context_;
  target_parts.application = name_;
  target_parts.name_program = [this](const deploy::ExecuteRequest& request) {
    const auto component = component_name(request.component);
    return parts_->programs.add(
        request.naming_name.empty() ? component.instantiation : request.naming_name, component);
  };
  return target_parts;
}

ComponentName DeployedApplication::component_name(const std::string& component) const {
  return {number_, name_, component, component.substr(0, component.size() - name_.size() - 1)};
}

deploy::DeploymentOptions DeployedApplication::deployment_options() {
  auto deployment_options = parts_->options.deployment;
  if (keeps_rest_) deployment_options.on_end = deploy::DeploymentOptions::OnEnd::keep;
  if (parts_->options.events.on_record) deployment_options.on_taken = [this] { keep_record(); };
  return deployment_options;
}

deploy::PlanRequest DeployedApplication::plan_request(Wish wish) const {
  return {.application = &installed_->application,
          .name = name_,
          .devices = parts_->target.devices->descriptions(),
          .assignments = std::move(wish.assignments),
          .configuration = std::move(wish.configuration),
          .overrides = parts_->options.overrides,
          .placement = parts_->options.placement,
          .locate = deploy::locate_below(parts_->root)};
}

std::vector<std::string> DeployedApplication::lost_settings() const {
  std::vector<std::string> lines;
  if (parts_->options.overrides.empty()) return lines;
  for (const auto& placed : profile::placed_in(*installed_->application.assembly)) {
    const auto& id = placed.instantiation->id;
    std::vector<property::Override> set;
    for (const auto& option : parts_->options.overrides)
      if (option.component == id) set.push_back(option.value);
    const auto found = target_.resource(id + ":" + name_);
    const auto* component = installed_->application.component_of(*placed.placement);
    if (set.empty() || !found || component == nullptr) continue;
    const auto called = resource(id + ":" + name_);
    std::ranges::copy(unknown_settings(id, set, component->properties(), *called),
                      std::back_inserter(lines));
  }
  return lines;
}

DeployedApplication::Reference DeployedApplication::publish(
    const PortableServer::Servant& servant) {
  const std::scoped_lock lock{mutex_};
  if (is_gone_) return nullptr;
  reference_ = IDL::traits<CF::Application>::narrow(parts_->adapter->servant_to_reference(servant));
  parts_->management.added({Kind::APPLICATION, identifier(), name_}, reference_);
  parts_->events.published();  // connections of other applications may wait for this one
  return reference_;
}

std::string DeployedApplication::identifier() const { return sad_id_ + ":" + name_; }

DeployedApplication::Reference DeployedApplication::reference() const {
  const std::scoped_lock lock{mutex_};
  return reference_;
}

// An interrupted release leaves no list of the parts that were given back. So the record first says
// that the release began.
deploy::Failures DeployedApplication::release() {
  const bool has_all = is_certain(deployment_.state());
  is_releasing_ = true;
  if (has_all) keep_record();
  auto failures = deployment_.release();
  os::call_once(cleaned_up_, [&] { clean_up(); });
  return failures;
}

// Must not throw: the result of the deployment is still to be reported.
void DeployedApplication::clean_up() {
  forget_components();
  for (const auto& step : {&DeployedApplication::withdraw, &DeployedApplication::end_context}) {
    try {
      (this->*step)();
    } catch (const CORBA::Exception& exception) {
      if (parts_->options.events.on_problem)
        parts_->options.events.on_problem("application '" + name_ + "': " + exception.what());
    }
  }
  parts_->programs.retire(number_);
  parts_->records.drop(number_, name_);
  parts_->events.released(number_);
}

void DeployedApplication::watch_components() {
  const auto bindings = target_.bindings();
  for (const auto& component : deployment_.plan().components) {
    const auto binding = bindings.find(component.identifier);
    if (binding != bindings.end()) watch(component, binding->second);
  }
}

registry::Leases* DeployedApplication::leases_of(registry::KnownDevice::Ends ends) const {
  if (ends == registry::KnownDevice::Ends::are_reported) return parts_->own_leases;
  return parts_->node_leases;
}

// A busy component may not answer for long, so only one that cannot be reached has ended. If its
// device reports ends of processes, this watch finds a process that lives with closed sockets.
void DeployedApplication::watch(const deploy::PlannedComponent& component,
                                const std::string& binding) {
  const auto object = target_.object(component.identifier);
  const auto device = parts_->target.devices->find(component.device);
  auto* const leases = device ? leases_of(device->ends) : nullptr;
  if (!object || leases == nullptr) return;
  const bool is_here = device->ends == registry::KnownDevice::Ends::are_reported;
  const std::weak_ptr<ApplicationEvents> weak =
      std::shared_ptr<ApplicationEvents>{parts_, &parts_->events};
  const auto number = leases->watch(
      {object, registry::Leases::Silence::is_borne,
       [weak, binding](const std::string& how) {
         if (const auto alive = weak.lock()) alive->object_gone(binding, how);
       },
       is_here ? registry::Leases::Connection::is_new : registry::Leases::Connection::shared});
  const std::scoped_lock lock{mutex_};
  leases_.emplace_back(leases, number);
}

void DeployedApplication::forget_components() {
  const std::scoped_lock lock{mutex_};
  for (const auto& [leases, number] : leases_) leases->forget(number);
  leases_.clear();
}

void DeployedApplication::withdraw() {
  Reference reference;
  {
    const std::scoped_lock lock{mutex_};
    is_gone_ = true;
    reference = std::exchange(reference_, nullptr);
  }
  if (!reference) return;
  parts_->adapter->deactivate_object(parts_->adapter->reference_to_id(reference));
  parts_->management.removed({Kind::APPLICATION, identifier(), name_});
  parts_->front_end.log_event("application '" + name_ + "' was released");
  parts_->events.withdrawn(name_, wished_name_);
}

// Programs that were killed did not unbind their names.
void DeployedApplication::end_context() {
  constexpr std::uint32_t kAll = 1'000'000;
  CosNaming::BindingList left;
  CORBA::object_reference<CosNaming::BindingIterator> more;
  do {
    context_->list(kAll, left, more);
    for (const auto& text : left) context_->unbind(text.binding_name());
    if (more) more->destroy();
  } while (more);
  parts_->target.domain->unbind(name_of(name_));
  context_->destroy();
}

void DeployedApplication::connect_waiting() {
  const auto owners = owners_in(deployment_.waiting());
  for (const auto& owner : owners) (void)deployment_.service_came(owner);
  if (!owners.empty() && reference()) keep_record();
}

void DeployedApplication::service_went(const std::string& name) {
  if (!reference()) return;  // it is still being planned, or is being released
  end_connections_to([&](const auto& entry) { return may_have_found_service(entry, name); });
  connect_waiting();  // another service may take the place of this one
}

void DeployedApplication::application_went(const std::set<std::string>& names) {
  if (!reference()) return;
  end_connections_to([&](const auto& entry) {
    return std::ranges::any_of(names,
                               [&](const auto& name) { return entry == application_finder(name); });
  });
  connect_waiting();
}

void DeployedApplication::end_connections_to(
    const std::function<bool(const FoundOwner& owner)>& is_gone) {
  for (const auto& connection : owners_in(deployment_.plan().topology.connections))
    if (is_gone(connection)) (void)deployment_.service_went(connection);
}

CORBA::object_reference<CF::Resource> DeployedApplication::resource(
    const std::string& component) const {
  const auto found = target_.resource(component);
  if (!found)
    throw CORBA::NO_IMPLEMENT(0, CORBA::COMPLETED_NO,
                              "component '" + component + "' is no CF::Resource");
  return registry::bounded(
      found, parts_->options.deployment.timeouts.limit(deploy::Step::configure).deadline);
}

CORBA::object_reference<CF::Resource> DeployedApplication::controller() const {
  return resource(deployment_.plan().controller);
}

}  // namespace orbweaver::domain
