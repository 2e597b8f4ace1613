// SPDX-License-Identifier: Apache-2.0
#include "device_use.hpp"

namespace orbweaver::domain {

namespace {

void add_capacities(const deploy::Capacities& capacities, const resource::AnyBridge& bridge,
                    CF::Properties& to) {
  for (const auto& capacity : capacities)
    if (auto any = bridge.to_any(capacity.value)) to.emplace_back(capacity.id, *std::move(any));
}

}  // namespace

bool is_certain(deploy::DeploymentState state) {
  return state == deploy::DeploymentState::ready || state == deploy::DeploymentState::running ||
         state == deploy::DeploymentState::stopped;
}

void add_use(const ApplicationRecord& record, const std::string& device,
             const resource::AnyBridge& bridge, device::Kept& kept) {
  const auto& processes = record.deployment.processes;
  for (const auto& entry : record.deployment.taken) {
    if (entry.device != device) continue;
    if (entry.step == deploy::Step::deallocate)
      add_capacities(entry.capacities, bridge, kept.capacities);
    if (entry.step == deploy::Step::unload) kept.files.push_back(entry.subject);
    const auto process = processes.find(entry.component);
    if (entry.step == deploy::Step::terminate && process != processes.end())
      kept.processes.push_back(static_cast<std::int32_t>(process->second));
  }
}

}  // namespace orbweaver::domain
