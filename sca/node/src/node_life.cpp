// SPDX-License-Identifier: Apache-2.0
// How the node starts its components, and what it does when they end.
#include <orbweaver/generated/sca/CF/ExecutableDevice.hpp>

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

#include "node_core.hpp"

namespace orbweaver::node {

namespace {

using Why = unexpected<std::string>;

}  // namespace

// ---- start ----

void NodeCore::start(const std::stop_token& stop) {
  for (const auto& component : options.plan.components) {
    if (stop.stop_requested()) return;
    start(component, stop);
  }
  await_all(stop);
}

void NodeCore::start(const NodeComponent& component, const std::stop_token& stop) {
  if (!component.fault.empty()) return fail(component, component.fault);
  const auto process = launch(component, stop);
  const auto registers_by = Deadline::after(options.registration_timeout);
  if (process) report(component, ComponentState::started, *process);
  components.set_launched(component.id, process.value_or(0), registers_by);
  if (!process) fail(component, process.error());
}

void NodeCore::start_again(const std::string& id, unsigned number, const std::stop_token& stop) {
  const auto& component = *options.plan.find(id);
  if (lacks_device(component)) return restarts_.postpone(id);
  if (!components.set_planned_again(id)) return;
  report_restart(component, ComponentState::restarting, number);
  start(component, stop);
}

bool NodeCore::lacks_device(const NodeComponent& component) const {
  return std::ranges::any_of(std::array{component.deploy_on, component.part_of},
                             [this](const std::string& id) {
                               const auto device = components.find(id);
                               return !id.empty() && (!device || device->stage != Stage::ready);
                             });
}

Result<int, std::string> NodeCore::launch(const NodeComponent& component,
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
  auto entry = components.find(id);
  if (entry && entry->registers_by) (void)components.await(id, *entry->registers_by, stop);
  entry = components.find(id);
  if (entry && entry->stage == Stage::ready && entry->device) return entry->device;
  return Why("device '" + id + "', which it needs, is not there");
}

Result<std::string, std::string> NodeCore::composite_of(const NodeComponent& component,
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
  for (const auto& component : options.plan.components) {
    const auto entry = components.find(component.id);
    if (!entry->registers_by) continue;
    const auto stage = components.await(component.id, *entry->registers_by, stop);
    if (stop.stop_requested()) return;
    if (stage == Stage::started)
      absence(quoted(component) + " has not registered in time; it is taken if it still does");
    if (stage == Stage::registered)
      absence(quoted(component) +
              " registered, and is not ready in time; it is taken if it still is");
  }
}

// ---- ends ----

// Called on a thread of the guard, so it must be brief, unless the errands of the node have ended.
void NodeCore::ended(const std::string& id, int process, const os::ProcessEnd& end) {
  const auto handle = [this, id, process, how = os::describe(end)] {
    handle_end(id, process, how);
  };
  if (!errands_.post(handle)) handle();
}

void NodeCore::handle_end(const std::string& id, int process, const std::string& how) {
  components.await_launched(id);
  const auto before = components.set_ended(id, process);
  if (!before) return;  // it was started again meanwhile
  const bool is_expected =
      is_ending_ || before->stage == Stage::gone || before->stage == Stage::failed;
  if (!is_expected) {
    absence(quoted(*before->plan) +
            (before->stage == Stage::started ? " ended before it registered: " : " ended: ") + how);
    leave(*before);
    components.set_missing(id, how);
  }
  report(*before->plan, ComponentState::ended, before->process, how);
  if (is_expected) return;
  const bool was_ready = before->stage == Stage::ready;
  report_next(*before->plan, was_ready ? restarts_.ended(id) : restarts_.failed(id), how);
  handle_ends_on(id);
}

// A device ends the programs that it executes, and does not report their ends.
void NodeCore::handle_ends_on(const std::string& device) {
  for (const auto& component : options.plan.components) {
    const auto entry = components.find(component.id);
    const bool runs = entry->stage == Stage::started || entry->stage == Stage::registered ||
                      entry->stage == Stage::ready;
    if (component.deploy_on == device && runs)
      handle_end(component.id, entry->process, "its device '" + device + "' ended");
  }
}

// Unregisters a component that is gone. The domain has it only if it was ready. The thread that
// completes its registration notices by itself that it is gone.
void NodeCore::leave(const ComponentBook::Entry& entry) {
  const auto& name = entry.plan->label;
  if (entry.plan->kind == Kind::service) {
    const auto service = registrations.service(name);
    if (!service || !registrations.remove_service(service, name) || entry.stage != Stage::ready)
      return;
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

void NodeCore::fail(const NodeComponent& component, const std::string& why) {
  const auto entry = components.find(component.id);
  if (!components.set_failed(component.id)) return;  // it ended, which is reported
  components.set_missing(component.id, why);
  report(component, ComponentState::failed, entry->process, why);
  if (entry->process != 0 && component.deploy_on.empty()) launcher_->end(entry->process);
  if (entry->process != 0 && !component.deploy_on.empty()) end_deployed(*entry);
  // A fault in the files will still be there the next time.
  if (component.fault.empty()) report_next(component, restarts_.failed(component.id), why);
}

void NodeCore::report_next(const NodeComponent& component, ComponentRestarts::Next next,
                           const std::string& why) {
  if (next != ComponentRestarts::Next::given_up) return;
  const auto given_up =
      why + "; it was started again " + std::to_string(options.most_restarts) +
      " times in a row, and is given up: remove the cause, and start the node again";
  components.set_missing(component.id, given_up);
  report_restart(component, ComponentState::given_up, 0, given_up);
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
  for (const auto& component : options.plan.components | std::views::reverse) {
    const auto entry = components.find(component.id);
    if (entry->device) release(entry->device);
    if (entry->process != 0 && !component.deploy_on.empty()) end_deployed(*entry);
    if (entry->device) registrations.remove_device(entry->device);
  }
  // devices that started by themselves
  for (const auto& device : registrations.devices()) release(device);
}

void NodeCore::end() {
  const std::scoped_lock lock{ending_};
  if (std::exchange(has_ended_, true)) return;
  restarts_.finish();
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
