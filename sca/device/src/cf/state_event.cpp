// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/state_event.hpp>

namespace orbweaver::device {

namespace {

using State = StandardEvent::StateChangeType;
using Category = StandardEvent::StateChangeCategoryType;

State state_of(AdminState state) {
  switch (state) {
    case AdminState::locked:
      return State::LOCKED;
    case AdminState::shutting_down:
      return State::SHUTTING_DOWN;
    case AdminState::unlocked:
      break;
  }
  return State::UNLOCKED;
}
State state_of(OperationalState state) {
  return state == OperationalState::enabled ? State::ENABLED : State::DISABLED;
}
State state_of(UsageState state) {
  switch (state) {
    case UsageState::active:
      return State::ACTIVE;
    case UsageState::busy:
      return State::BUSY;
    case UsageState::idle:
      break;
  }
  return State::IDLE;
}

Category category_of(AdminState) { return Category::ADMINISTRATIVE_STATE_EVENT; }
Category category_of(OperationalState) { return Category::OPERATIONAL_STATE_EVENT; }
Category category_of(UsageState) { return Category::USAGE_STATE_EVENT; }

}  // namespace

StandardEvent::StateChangeEventType event_of(const std::string& device, const StateChange& change) {
  return std::visit(
      [&](const auto& entry) {
        return StandardEvent::StateChangeEventType{device, device, category_of(entry.from),
                                                   state_of(entry.from), state_of(entry.to)};
      },
      change);
}

}  // namespace orbweaver::device
