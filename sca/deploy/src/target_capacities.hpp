// SPDX-License-Identifier: Apache-2.0
// Takes capacity from the devices themselves.
#pragma once
#include "steps.hpp"

#include <orbweaver/deploy/capacity_source.hpp>

namespace orbweaver::deploy {

class TargetCapacities final : public CapacitySource {
 public:
  /// Both must outlive the source and every transaction that it recorded in.
  TargetCapacities(Target& target, Steps& steps) : target_(&target), steps_(&steps) {}

  Outcome<void> take(const std::string& component, const std::string& device,
                     const Capacities& capacities, Transaction& taken) override;
  /// Records capacities that were taken before.
  void record(const std::string& component, const std::string& device, const Capacities& capacities,
              Transaction& taken);

 private:
  Target* target_;
  Steps* steps_;
};

}  // namespace orbweaver::deploy
