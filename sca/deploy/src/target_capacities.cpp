// SPDX-License-Identifier: Apache-2.0
#include "target_capacities.hpp"

namespace orbweaver::deploy {

Outcome<void> TargetCapacities::take(const std::string& component, const std::string& device,
                                     const Capacities& capacities, Transaction& taken) {
  auto granted = target_->allocate(device, capacities, steps_->limit(Step::allocate));
  if (!granted) return granted;
  record(component, device, capacities, taken);
  return {};
}

void TargetCapacities::record(const std::string& component, const std::string& device,
                              const Capacities& capacities, Transaction& taken) {
  const auto give_back = [target = target_, device, capacities](const Limit& limit) {
    return target->deallocate(device, capacities, limit);
  };
  taken.record({Step::deallocate,
                component,
                device,
                {},
                [steps = steps_, device, give_back] {
                  return steps->ask_device(Step::deallocate, device, give_back);
                },
                capacities});
}

}  // namespace orbweaver::deploy
