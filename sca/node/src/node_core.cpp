// SPDX-License-Identifier: Apache-2.0
#include "node_core.hpp"

#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/program/configure.hpp>
#include <orbweaver/resource/names.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <ranges>
#include <utility>

#include "domain_watch.hpp"

namespace orbweaver::node {

namespace {

using Why = unexpected<std::string>;

const std::string kIncomingChannel = "IDM_Channel";

}  // namespace

NodeCore::NodeCore(const std::shared_ptr<CORBA::ORB>& for_orb, NodeSetup with)
    : orb(for_orb),
      options(std::move(with)),
      bridge(orb),
      properties(std::make_shared<resource::PropertyStore>(options.plan.properties), bridge),
      components(options.plan),
      domain(options.call_timeout),
      connector_(options.plan,
                 {.component = [this](const std::string& id) { return object_of(id); },
                  .find = [this](const profile::FindBy& by) { return find(by); },
                  .on_problem = [this](const std::string& line) { problem(line); },
                  .call_timeout = options.call_timeout}),
      launcher_(std::make_unique<Launcher>(
          options, [this](const std::string& id, int process,
                          const os::ProcessEnd& how) { ended(id, process, how); })),
      restarts_({options.restart_after, options.longest_restart, options.most_restarts},
                [this](const std::string& id, unsigned number, const std::stop_token& stop) {
                  start_again(id, number, stop);
                }) {}

// ---- reports ----

void NodeCore::report(const NodeComponent& component, ComponentState state, int process,
                      const std::string& why) {
  if (options.events.on_component)
    options.events.on_component({.kind = component.kind,
                                 .id = component.id,
                                 .label = component.label,
                                 .state = state,
                                 .process = process,
                                 .why = why});
  if (state != ComponentState::started) components.set_reported(component.id);
}

// The component is still settled or unsettled, as before.
void NodeCore::report_restart(const NodeComponent& component, ComponentState state, unsigned number,
                              const std::string& why) const {
  if (!options.events.on_component) return;
  options.events.on_component({.kind = component.kind,
                               .id = component.id,
                               .label = component.label,
                               .state = state,
                               .why = why,
                               .restart = number,
                               .most_restarts = options.most_restarts});
}

void NodeCore::absence(const std::string& line) const {
  if (options.events.on_absence) options.events.on_absence(line);
}

void NodeCore::problem(const std::string& line) const {
  if (options.events.on_problem) options.events.on_problem(line);
}

void NodeCore::report_failed(const std::string& what, const Attempt& outcome) const {
  if (!outcome) problem(what + ": " + outcome.error());
}

// ---- the domain ----

Result<void, JoinFault> NodeCore::join(const DomainRef& at) {
  auto joined = domain.join(at, manager, options.plan.identifier);
  if (!joined) return joined;
  register_all();
  connect();
  return {};
}

// SCA 2.2.2, 3.1.3.2.3.5.3: a domain asks the node for its devices and services. Not every domain
// does, so the node registers them all. A device that is not ready is registered by the thread that
// takes it over.
void NodeCore::register_all() {
  for (const auto& device : registrations.devices())
    if (is_ready(components.find(device)))
      report_failed("a device, at the domain manager", domain.add_device(device, manager));
  for (const auto& service : registrations.services())
    if (is_ready(components.find_service(service.serviceName())))
      report_failed("service '" + service.serviceName() + "', at the domain manager",
                    domain.add_service(service.serviceObject(), manager, service.serviceName()));
}

/// A component that is not in the plan started by itself, and was ready when it registered.
bool NodeCore::is_ready(const std::optional<ComponentBook::Entry>& entry) const {
  return !entry || entry->stage == Stage::ready;
}

// A domain that lost a silent device does not ask for it when it is back. Orbweaver's domain
// ignores a device that it has.
void NodeCore::register_devices_again() {
  const auto within = std::min(options.domain_check, options.call_timeout);
  for (const auto& device : registrations.devices()) {
    const auto is_there = [&] { (void)bounded(device, within)->_non_existent(); };
    if (!is_ready(components.find(device)) || !attempt(is_there)) continue;
    const auto added = domain.add_device(device, manager);
    if (!added && reported_.insert(added.error()).second)
      report_failed("a device that is registered again, at the domain manager", added);
    if (added) take_back_if_gone(device);
  }
}

void NodeCore::take_back_if_gone(const DeviceRef& device) const {
  if (registrations.has_device(device)) return;
  report_failed("a device that unregistered meanwhile, at the domain manager",
                domain.remove_device(device));
}

std::optional<std::string> NodeCore::await_loss(const std::stop_token& stop) {
  const auto again = [this] { register_devices_again(); };
  auto why = DomainWatch{domain, manager, options.domain_check, again}.await_loss(stop);
  if (!why) return why;
  domain.forget();
  connector_.forget_found();
  return why;
}

// ---- calls of clients ----

void NodeCore::query(CF::Properties& asked) const {
  const resource::OwnProperties own{{resource::kProblemsId, [this] {
                                       CORBA::Any new_any;
                                       new_any <<= components.missing();
                                       return new_any;
                                     }}};
  resource::query(asked, own, [this](CF::Properties& rest) { properties.query(rest); });
}

// ---- registration of devices ----

void NodeCore::register_device(const DeviceRef& device) {
  if (!device) throw CF::InvalidObjectReference("the device is a nil reference");
  if (is_ending_) throw CF::InvalidObjectReference("the node is ending");
  const auto added = registrations.add_device(device);
  if (added == NodeRegistrations::Added::no_room)
    throw CF::InvalidObjectReference("the node takes no more devices");
  if (added == NodeRegistrations::Added::yes) errands_.post([this, device] { take_over(device); });
}

void NodeCore::take_over(const DeviceRef& device) {
  if (is_ending_) return;
  std::string id;
  const auto answered = attempt([&] { id = bounded(device, options.call_timeout)->identifier(); });
  if (!answered) {
    registrations.remove_device(device);
    return report_failed("a device that registered does not say its identifier", answered);
  }
  const auto* const component = options.plan.find(id);
  if (component != nullptr)
    take_over_planned(device, *component);
  else
    take_over_other(device);
}

void NodeCore::take_over_planned(const DeviceRef& device, const NodeComponent& component) {
  components.await_launched(component.id);
  if (!components.set_registered(component.id, device)) {
    registrations.remove_device(device);
    return problem(quoted(component) +
                   ": another object registered with its identifier, and is not taken");
  }
  auto outcome = prepare(device, component);
  if (outcome) outcome = domain.add_device(device, manager);
  if (!outcome) {
    registrations.remove_device(device);
    // The device's program has ended meanwhile; the device may have a new program now.
    if (is_ending_ || !components.find(device)) return;
    return fail(component, outcome.error());
  }
  if (!components.set_ready(component.id)) {  // it ended meanwhile, which is reported
    registrations.remove_device(device);
    return report_failed(quoted(component) + ", at the domain manager",
                         domain.remove_device(device));
  }
  const auto entry = components.find(component.id);
  report(component, ComponentState::ready, entry->process);
  connect();
}

CF::Properties NodeCore::values_of(const NodeComponent& component) const {
  CF::Properties new_properties;
  for (const auto& rejected : component.configure) {
    auto any = bridge.to_any(rejected.value);
    if (!any) throw CORBA::BAD_PARAM(0, CORBA::COMPLETED_NO, rejected.id + ": " + any.error().text);
    new_properties.emplace_back(rejected.id, *std::move(any));
  }
  return new_properties;
}

// SCA 2.2.2, 3.1.3.2.4: the device manager initialises and configures the devices that it started.
Attempt NodeCore::prepare(const DeviceRef& device, const NodeComponent& component) const {
  const auto called = bounded(device, options.call_timeout);
  if (auto outcome = attempt([&] { called->initialize(); }); !outcome)
    return Why("initialize: " + outcome.error());
  if (component.configure.empty()) return {};
  if (auto outcome = attempt([&] { program::configure(*called, values_of(component)); }); !outcome)
    return Why("configure: " + outcome.error());
  return {};
}

void NodeCore::take_over_other(const DeviceRef& device) {
  const auto added = domain.add_device(device, manager);
  if (added) return take_back_if_gone(device);
  registrations.remove_device(device);
  report_failed("a device that registered by itself, at the domain manager", added);
}

void NodeCore::unregister_device(const DeviceRef& device) {
  if (!device) throw CF::InvalidObjectReference("the device is a nil reference");
  if (!registrations.remove_device(device))
    throw CF::InvalidObjectReference("no such device is registered");
  const auto entry = components.find(device);
  if (entry) (void)components.set_gone(entry->plan->id);
  if (is_ending_) return;  // no thread waits for a report any more
  if (!entry || entry->stage == Stage::ready)
    report_failed("a device that unregistered, at the domain manager",
                  domain.remove_device(device));
  if (!entry) return;
  connector_.forget(entry->plan->id);
  report(*entry->plan, ComponentState::unregistered, entry->process);
}

// ---- registration of services ----

void NodeCore::register_service(const ObjectRef& service, const std::string& name) {
  if (!service) throw CF::InvalidObjectReference("the service is a nil reference");
  if (is_ending_) throw CF::InvalidObjectReference("the node is ending");
  const auto added = registrations.add_service(service, name);
  if (added == NodeRegistrations::Added::no_room)
    throw CF::InvalidObjectReference("the node takes no more services");
  if (added == NodeRegistrations::Added::yes)
    errands_.post([this, service, name] { take_over_service(service, name); });
}

void NodeCore::take_over_service(const ObjectRef& service, const std::string& name) {
  if (is_ending_) return;
  const auto entry = components.find_service(name);
  if (entry) {
    components.await_launched(entry->plan->id);
    (void)components.set_registered(entry->plan->id, nullptr);
  }
  const auto added = domain.add_service(service, manager, name);
  if (!added) {
    registrations.remove_service(service, name);
    return entry ? fail(*entry->plan, added.error())
                 : report_failed("service '" + name + "', at the domain manager", added);
  }
  if (entry) {
    if (!components.set_ready(entry->plan->id))  // it ended meanwhile, which is reported
      return report_failed(quoted(*entry->plan) + ", at the domain manager",
                           domain.remove_service(service, name));
    report(*entry->plan, ComponentState::ready, components.find(entry->plan->id)->process);
  }
  connect();
}

void NodeCore::unregister_service(const ObjectRef& service, const std::string& name) {
  if (!service) throw CF::InvalidObjectReference("the service is a nil reference");
  if (!registrations.remove_service(service, name))
    throw CF::InvalidObjectReference("this object is not registered as service '" + name + "'");
  const auto entry = components.find_service(name);
  if (entry) (void)components.set_gone(entry->plan->id);
  if (is_ending_) return;
  if (!entry || entry->stage == Stage::ready)
    report_failed("service '" + name + "', at the domain manager",
                  domain.remove_service(service, name));
  if (!entry) return;
  connector_.forget(entry->plan->id);
  report(*entry->plan, ComponentState::unregistered, entry->process);
}

// ---- ends of connections ----

ObjectRef NodeCore::object_of(const std::string& component) const {
  const auto entry = components.find(component);
  if (!entry || entry->stage != Stage::ready) return nullptr;
  if (entry->plan->kind == Kind::service) return registrations.service(entry->plan->label);
  return entry->device;
}

ObjectRef NodeCore::find(const profile::FindBy& by) const {
  using enum profile::FindBy::Way;
  if (by.way == stringified_reference) return orb->string_to_object(by.name);
  if (by.way == domain_finder) return find_in_domain(by);
  const auto names = IDL::traits<CosNaming::NamingContextExt>::narrow(
      orb->resolve_initial_references("NameService"));
  if (!names) return nullptr;
  try {
    return resource::resolve_written(*bounded(names, options.call_timeout), by.name);
  } catch (const CosNaming::NamingContext::NotFound&) {
    return nullptr;
  }
}

ObjectRef NodeCore::find_in_domain(const profile::FindBy& by) const {
  const auto at = domain.domain();
  if (by.finder_type == "domainmanager") return at;
  if (by.finder_type == "filemanager") return at ? at->fileMgr() : nullptr;
  if (by.finder_type == "eventchannel") return at ? find_channel(*at, by.name) : nullptr;
  if (by.finder_type == "namingservice") return orb->resolve_initial_references("NameService");
  return registrations.service(by.name);
}

// CF::DomainManager has no operation that returns a channel. Orbweaver binds both channels in the
// domain's naming context.
ObjectRef NodeCore::find_channel(CF::DomainManager& at, const std::string& name) const {
  const auto& channel = name.empty() ? kIncomingChannel : name;
  try {
    const auto names = IDL::traits<CosNaming::NamingContext>::narrow(
        bounded(orb->resolve_initial_references("NameService"), options.call_timeout));
    if (!names) return nullptr;
    return names->resolve(
        {CosNaming::NameComponent{at.identifier(), ""}, CosNaming::NameComponent{channel, ""}});
  } catch (const CORBA::ORB::InvalidName&) {  // the ORB has no naming service
    return nullptr;
  } catch (const CosNaming::NamingContext::NotFound&) {
    return nullptr;
  }
}

std::vector<std::string> NodeCore::open_connections() {
  if (options.connecting != Connecting::by_node) return {};
  connect();
  return connector_.open();
}

void NodeCore::connect() {
  if (options.connecting == Connecting::by_node && !is_ending_) connector_.connect();
}

}  // namespace orbweaver::node
