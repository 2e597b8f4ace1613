#include "deployed_application.hpp"

#include <orbweaver/domain/bounded_call.hpp>
#include <orbweaver/domain/unknown_settings.hpp>

#include <algorithm>
#include <iterator>

#include "application_servant.hpp"
#include "domain_finder.hpp"
#include "other_uses.hpp"

namespace orbweaver::domain {

namespace {

using deploy::FoundOwner;
using Kind = ManagementEvents::Kind;

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
  for (const auto& each : connections) {
    add_found(each.uses, found);
    add_found(each.provides, found);
  }
  return found;
}

}  // namespace

DeployedApplication::DeployedApplication(std::shared_ptr<DomainCore> core,
                                         std::shared_ptr<const Installed> installed,
                                         std::uint64_t number, std::string name, Wish wish)
    : core_(std::move(core)),
      installed_(std::move(installed)),
      number_(number),
      sad_id_(installed_->id()),
      sad_file_(installed_->file),
      name_(std::move(name)),
      wished_name_(wish.name),
      keeps_rest_(core_->keeps_rest(wished_name_)),
      context_(core_->context->bind_new_context(name_of(name_))),
      target_(target_parts()),
      deployment_(plan_request(std::move(wish)), target_, deployment_options()) {
  core_->records.open(number_);
}

TargetParts DeployedApplication::target_parts() {
  return {
      .orb = core_->orb,
      .devices = core_->devices,
      .services = core_->services,
      .files = core_->files,
      .files_to_load = core_->files_to_load,
      .all_names = core_->all_names,
      .domain = core_->context,
      .context = context_,
      .application = name_,
      .find_application = [this](const std::string& name) { return core_->find_application(name); },
      .find_channel =
          [this](const std::string& name) { return core_->management->find_or_make(name); },
      .parameters = core_->options.parameters,
      .name_program =
          [this](const deploy::ExecuteRequest& request) {
            const auto component = component_name(request.component);
            return core_->programs.add(
                request.naming_name.empty() ? component.instantiation : request.naming_name,
                component);
          }};
}

ComponentName DeployedApplication::component_name(const std::string& component) const {
  return {number_, name_, component, component.substr(0, component.size() - name_.size() - 1)};
}

deploy::DeploymentOptions DeployedApplication::deployment_options() {
  auto made = core_->options.deployment;
  if (keeps_rest_) made.on_end = deploy::DeploymentOptions::OnEnd::keep;
  if (core_->options.events.on_record) made.on_taken = [this] { keep_record(); };
  return made;
}

deploy::PlanRequest DeployedApplication::plan_request(Wish wish) const {
  return {.application = &installed_->application,
          .name = name_,
          .devices = core_->devices->descriptions(),
          .assignments = std::move(wish.assignments),
          .configuration = std::move(wish.configuration),
          .overrides = core_->options.overrides,
          .placement = core_->options.placement,
          .locate = deploy::locate_below(core_->root)};
}

std::vector<std::string> DeployedApplication::lost_settings() const {
  std::vector<std::string> lines;
  if (core_->options.overrides.empty()) return lines;
  for (const auto& placed : profile::placed_in(*installed_->application.assembly)) {
    const auto& id = placed.instantiation->id;
    std::vector<property::Override> set;
    for (const auto& each : core_->options.overrides)
      if (each.component == id) set.push_back(each.value);
    const auto found = target_.resource(id + ":" + name_);
    const auto* component = installed_->application.component_of(*placed.placement);
    if (set.empty() || !found || component == nullptr) continue;
    const auto called = resource(id + ":" + name_);
    std::ranges::copy(unknown_settings(id, set, component->properties(), *called),
                      std::back_inserter(lines));
  }
  return lines;
}

DeployedApplication::Reference DeployedApplication::publish() {
  const std::scoped_lock lock{mutex_};
  if (is_gone_) return nullptr;
  const auto servant = CORBA::make_reference<ApplicationServant>(shared_from_this());
  reference_ = IDL::traits<CF::Application>::narrow(core_->adapter->servant_to_reference(servant));
  core_->management->added({Kind::APPLICATION, identifier(), name_}, reference_);
  core_->post_service_came();  // for those that look for this application
  return reference_;
}

std::string DeployedApplication::identifier() const { return sad_id_ + ":" + name_; }

DeployedApplication::Reference DeployedApplication::reference() const {
  const std::scoped_lock lock{mutex_};
  return reference_;
}

// What a release that is cut short has given back stands nowhere: the record says that it began.
deploy::Failures DeployedApplication::release() {
  const bool has_all = is_certain(deployment_.state());
  is_releasing_ = true;
  if (has_all) keep_record();
  auto failures = deployment_.release();
  os::call_once(cleaned_up_, [&] { clean_up(); });
  return failures;
}

// The deployment is over, and cleaning up must not keep it from being reported.
void DeployedApplication::clean_up() {
  forget_components();
  for (const auto& step : {&DeployedApplication::withdraw, &DeployedApplication::end_context}) {
    try {
      (this->*step)();
    } catch (const CORBA::Exception& exception) {
      if (core_->options.events.on_problem)
        core_->options.events.on_problem("application '" + name_ + "': " + exception.what());
    }
  }
  core_->programs.retire(number_);
  core_->records.drop(number_, name_);
  core_->applications.remove(number_);
}

void DeployedApplication::watch_components() {
  const auto bindings = target_.bindings();
  for (const auto& each : deployment_.plan().components) {
    const auto binding = bindings.find(each.identifier);
    if (binding != bindings.end()) watch(each, binding->second);
  }
}

Leases* DeployedApplication::leases_of(KnownDevice::Ends ends) const {
  if (ends == KnownDevice::Ends::are_reported) return core_->own_leases.get();
  return core_->nodes ? &core_->nodes->leases() : nullptr;
}

// A component may be busy for long: only one that cannot be reached has ended. If its device reports
// the ends of processes, what is left to find is a process that lives without its sockets.
void DeployedApplication::watch(const deploy::PlannedComponent& component,
                                const std::string& binding) {
  const auto object = target_.object(component.identifier);
  const auto device = core_->devices->find(component.device);
  auto* const leases = device ? leases_of(device->ends) : nullptr;
  if (!object || leases == nullptr) return;
  const bool is_here = device->ends == KnownDevice::Ends::are_reported;
  const std::weak_ptr<DomainCore> weak = core_;
  const auto number =
      leases->watch({object, Leases::Silence::is_borne,
                     [weak, binding](const std::string& how) {
                       if (const auto core = weak.lock()) core->object_gone(binding, how);
                     },
                     is_here ? Leases::Connection::is_new : Leases::Connection::shared});
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
  core_->adapter->deactivate_object(core_->adapter->reference_to_id(reference));
  core_->management->removed({Kind::APPLICATION, identifier(), name_});
  core_->log_event("application '" + name_ + "' was released");
  core_->post_application_went(name_, wished_name_);
}

// Programs that were killed leave their names.
void DeployedApplication::end_context() {
  constexpr std::uint32_t kAll = 1'000'000;
  CosNaming::BindingList left;
  CORBA::object_reference<CosNaming::BindingIterator> more;
  do {
    context_->list(kAll, left, more);
    for (const auto& each : left) context_->unbind(each.binding_name());
    if (more) more->destroy();
  } while (more);
  core_->context->unbind(name_of(name_));
  context_->destroy();
}

void DeployedApplication::connect_waiting() {
  const auto owners = owners_in(deployment_.waiting());
  for (const auto& each : owners) (void)deployment_.service_came(each);
  if (!owners.empty() && reference()) keep_record();
}

void DeployedApplication::service_went(const std::string& name) {
  if (!reference()) return;  // its plan is not there yet, or it is being released
  end_connections_to([&](const auto& each) { return may_have_found_service(each, name); });
  connect_waiting();  // another service may take its place
}

void DeployedApplication::application_went(const std::set<std::string>& names) {
  if (!reference()) return;
  end_connections_to([&](const auto& each) {
    return std::ranges::any_of(names,
                               [&](const auto& name) { return each == application_finder(name); });
  });
  connect_waiting();
}

void DeployedApplication::end_connections_to(
    const std::function<bool(const FoundOwner& owner)>& is_gone) {
  for (const auto& each : owners_in(deployment_.plan().topology.connections))
    if (is_gone(each)) (void)deployment_.service_went(each);
}

CORBA::object_reference<CF::Resource> DeployedApplication::resource(
    const std::string& component) const {
  const auto found = target_.resource(component);
  if (!found)
    throw CORBA::NO_IMPLEMENT(0, CORBA::COMPLETED_NO,
                              "component '" + component + "' is no CF::Resource");
  return bounded(found, core_->options.deployment.timeouts.limit(deploy::Step::configure).deadline);
}

CORBA::object_reference<CF::Resource> DeployedApplication::controller() const {
  return resource(deployment_.plan().controller);
}

}  // namespace orbweaver::domain
