// How the node starts its components, and how they end.
#include <orbweaver/generated/sca/CF/ExecutableDevice.hpp>

#include <ranges>
#include <utility>

#include "node_core.hpp"

namespace orbweaver::node {

namespace {

using Why = unexpected<std::string>;

}  // namespace

// ---- start ----

void NodeCore::start(const std::stop_token& stop) {
  for (const auto& each : options.plan.components) {
    if (stop.stop_requested()) return;
    start(each, stop);
  }
  await_all(stop);
}

void NodeCore::start(const PlannedComponent& component, const std::stop_token& stop) {
  if (!component.fault.empty()) return fail(component, component.fault);
  const auto process = launch(component, stop);
  deadlines_.insert_or_assign(component.id, Deadline::after(options.registration_timeout));
  if (process) report(component, ComponentState::started, *process);
  components.set_launched(component.id, process.value_or(0));
  if (!process) fail(component, process.error());
}

Result<int, std::string> NodeCore::launch(const PlannedComponent& component,
                                          const std::stop_token& stop) {
  auto composite = composite_of(component, stop);
  if (!composite) return Why(std::move(composite.error()));
  const auto parameters =
      parameters_of(component, {orb->object_to_string(manager), *std::move(composite)});
  if (component.deploy_on.empty()) {
    components.set_started(component.id);
    return launcher_->start(component, parameters);
  }
  const auto device = ready_device(component.deploy_on, stop);
  if (!device) return Why(device.error());
  const auto executable = IDL::traits<CF::ExecutableDevice>::narrow(*device);
  if (!executable) return Why("device '" + component.deploy_on + "' executes no programs");
  components.set_started(component.id);
  return launcher_->start_on(executable, files, component, parameters);
}

Result<DeviceRef, std::string> NodeCore::ready_device(const std::string& id,
                                                      const std::stop_token& stop) const {
  const auto deadline = deadlines_.find(id);
  if (deadline != deadlines_.end()) (void)components.await(id, deadline->second, stop);
  const auto entry = components.find(id);
  if (entry && entry->stage == Stage::ready && entry->device) return entry->device;
  return Why("device '" + id + "', which it needs, is not there");
}

Result<std::string, std::string> NodeCore::composite_of(const PlannedComponent& component,
                                                        const std::stop_token& stop) const {
  if (component.part_of.empty()) return std::string{};
  const auto device = ready_device(component.part_of, stop);
  if (!device) return Why(device.error());
  CORBA::object_reference<CF::AggregateDevice> composite;
  const auto asked =
      attempt([&] { composite = IDL::traits<CF::AggregateDevice>::narrow(*device); });
  if (!asked) return Why("device '" + component.part_of + "': " + asked.error());
  if (composite) return orb->object_to_string(composite);
  return Why("device '" + component.part_of + "' is no CF::AggregateDevice, so none is part of it");
}

void NodeCore::await_all(const std::stop_token& stop) {
  for (const auto& each : options.plan.components) {
    const auto deadline = deadlines_.find(each.id);
    if (deadline == deadlines_.end()) continue;
    const auto stage = components.await(each.id, deadline->second, stop);
    if (stop.stop_requested()) return;
    if (stage == Stage::started)
      problem(quoted(each) + " has not registered in time; it is taken if it still does");
    if (stage == Stage::registered)
      problem(quoted(each) + " registered, and is not ready in time; it is taken if it still is");
  }
}

// ---- ends ----

// On a thread of the guard, so it is brief. After the errands of the node have ended there is
// nothing to be brief for.
void NodeCore::ended(const std::string& id, const os::ProcessEnd& end) {
  const auto handle = [this, id, how = os::describe(end)] { handle_end(id, how); };
  if (!errands_.post(handle)) handle();
}

void NodeCore::handle_end(const std::string& id, const std::string& how) {
  components.await_launched(id);
  const auto before = components.set_gone(id);
  if (!before) return;
  const bool is_expected =
      is_ending_ || before->stage == Stage::gone || before->stage == Stage::failed;
  if (!is_expected) {
    problem(quoted(*before->plan) +
            (before->stage == Stage::started ? " ended before it registered: " : " ended: ") + how);
    leave(*before);
  }
  report(*before->plan, ComponentState::ended, before->process, how);
}

// Takes back what a component that is gone has told others. The domain has it if it was ready: the
// thread that takes over a component that has registered sees itself that it is gone.
void NodeCore::leave(const ComponentBook::Entry& entry) {
  const auto& name = entry.plan->label;
  if (entry.plan->kind == Kind::service) {
    const auto service = registrations.service(name);
    if (!service || !registrations.remove_service(name) || entry.stage != Stage::ready) return;
    report_failed(quoted(*entry.plan) + ", at the domain manager",
                  domain.remove_service(service, name));
  } else {
    if (!entry.device) return;
    registrations.remove_device(entry.device);
    if (entry.stage != Stage::ready) return;
    report_failed(quoted(*entry.plan) + ", at the domain manager",
                  domain.remove_device(entry.device));
  }
  connector_.forget(entry.plan->id);
}

void NodeCore::fail(const PlannedComponent& component, const std::string& why) {
  const auto entry = components.find(component.id);
  if (!components.set_failed(component.id)) return;
  report(component, ComponentState::failed, entry->process, why);
  if (entry->process == 0) return;
  if (component.deploy_on.empty())
    launcher_->end(entry->process);
  else
    end_deployed(*entry);
}

void NodeCore::end_deployed(const ComponentBook::Entry& entry) {
  const auto host = components.find(entry.plan->deploy_on);
  const auto device =
      host && host->device ? IDL::traits<CF::ExecutableDevice>::narrow(host->device) : nullptr;
  if (!device) return;  // it ended, and its programs with it
  report_failed(quoted(*entry.plan) + ", on device '" + entry.plan->deploy_on + "'",
                launcher_->end_on(device, *entry.plan, entry.process));
}

void NodeCore::release(const DeviceRef& device) {
  const auto outcome = attempt([&] {
    try {
      bounded(device, options.call_timeout)->releaseObject();
    } catch (const CORBA::OBJECT_NOT_EXIST&) {  // its composite device has released it
    }
  });
  report_failed("releaseObject of a device", outcome);
}

void NodeCore::release_devices() {
  for (const auto& each : options.plan.components | std::views::reverse) {
    const auto entry = components.find(each.id);
    if (entry->device) release(entry->device);
    if (entry->process != 0 && !each.deploy_on.empty()) end_deployed(*entry);
    if (entry->device) registrations.remove_device(entry->device);
  }
  for (const auto& each : registrations.devices()) release(each);  // that came by themselves
}

void NodeCore::end() {
  const std::scoped_lock lock{ending_};
  if (std::exchange(has_ended_, true)) return;
  is_ending_ = true;
  report_failed("the domain manager, unregisterDeviceManager", domain.leave(manager));
  connector_.disconnect();
  release_devices();
  launcher_->end_all();
  errands_.finish();
  launcher_.reset();
  adapter->destroy(false, false);
  manager = nullptr;
}

}  // namespace orbweaver::node
