// SPDX-License-Identifier: Apache-2.0
#include "start_sequence.hpp"

#include <algorithm>

namespace orbweaver::deploy {

std::vector<const PlannedComponent*> start_sequence(const Plan& plan) {
  std::vector<const PlannedComponent*> sequence;
  for (const auto& component : plan.components) {
    if (component.start_order && component.is_resource()) sequence.push_back(&component);
  }
  std::ranges::stable_sort(sequence, {},
                           [](const PlannedComponent* one) { return *one->start_order; });
  const auto* controller = plan.find(plan.controller);
  const bool is_missing = controller != nullptr && !controller->start_order;
  if (is_missing) sequence.insert(sequence.begin(), controller);
  return sequence;
}

}  // namespace orbweaver::deploy
