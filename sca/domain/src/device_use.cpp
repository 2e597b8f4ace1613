#include "device_use.hpp"

namespace orbweaver::domain {

namespace {

void add_capacities(const deploy::Capacities& capacities, const resource::AnyBridge& bridge,
                    CF::Properties& to) {
  for (const auto& each : capacities)
    if (auto any = bridge.to_any(each.value)) to.emplace_back(each.id, *std::move(any));
}

}  // namespace

bool is_certain(deploy::State state) {
  return state == deploy::State::ready || state == deploy::State::running ||
         state == deploy::State::stopped;
}

void add_use(const ApplicationRecord& record, const std::string& device,
             const resource::AnyBridge& bridge, device::Kept& kept) {
  const auto& processes = record.deployment.processes;
  for (const auto& each : record.deployment.taken) {
    if (each.device != device) continue;
    if (each.step == deploy::Step::deallocate)
      add_capacities(each.capacities, bridge, kept.capacities);
    if (each.step == deploy::Step::unload) kept.files.push_back(each.subject);
    const auto process = processes.find(each.component);
    if (each.step == deploy::Step::terminate && process != processes.end())
      kept.processes.push_back(static_cast<std::int32_t>(process->second));
  }
}

}  // namespace orbweaver::domain
