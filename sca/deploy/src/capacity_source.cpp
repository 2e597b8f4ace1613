// SPDX-License-Identifier: Apache-2.0
#include "amount.hpp"

#include <orbweaver/deploy/capacity_source.hpp>

namespace orbweaver::deploy {

namespace {

AllocationProperty* find_property(Devices& devices, const std::string& device,
                                  const std::string& id) {
  for (auto& one : devices) {
    if (one.id == device) return const_cast<AllocationProperty*>(find(one, id));
  }
  return nullptr;
}

}  // namespace

Outcome<void> CopiedCapacities::take(const std::string& component, const std::string& device,
                                     const Capacities& capacities, Transaction& taken) {
  Devices before = devices_;
  for (const auto& capacity : capacities) {
    auto* property = find_property(devices_, device, capacity.id);
    if (property == nullptr || !property->value) continue;
    if (!has_as_much(*property->value, capacity.value)) {
      const auto left = to_text(*property->value);
      devices_ = std::move(before);
      return fault(Cause::refused, "'" + capacity.id + "': " + left + " left");
    }
    property->value = less(*property->value, capacity.value);
  }
  // Restores the old values instead of adding to the new ones: planning gives back in reverse, and
  // sums of floating-point numbers would not come back to what they were.
  taken.record({Step::deallocate, component, device, {}, [this, before]() -> Outcome<void> {
                  devices_ = before;
                  return {};
                }});
  return {};
}

}  // namespace orbweaver::deploy
