// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/device_state.hpp>

#include <utility>

namespace orbweaver::device {

std::string_view describe(const StateRefusal& refusal) noexcept {
  if (refusal.operational == OperationalState::disabled) return "the device is disabled";
  if (refusal.admin == AdminState::shutting_down) return "the device is shutting down";
  return "the device is locked";
}

DeviceState::DeviceState(const Amounts& totals, OnChange on_change)
    : capacities_(totals), on_change_(std::move(on_change)) {}

AdminState DeviceState::admin() const {
  const std::scoped_lock lock{mutex_};
  return admin_;
}

OperationalState DeviceState::operational() const {
  const std::scoped_lock lock{mutex_};
  return operational_;
}

UsageState DeviceState::usage() const {
  const std::scoped_lock lock{mutex_};
  return usage_;
}

void DeviceState::set_admin(AdminState wanted) {
  const std::scoped_lock lock{mutex_};
  if (wanted == AdminState::unlocked)
    change(admin_, wanted);
  else if (admin_ == AdminState::unlocked)
    change(admin_, AdminState::shutting_down);
  settle();
}

void DeviceState::set_operational(OperationalState wanted) {
  const std::scoped_lock lock{mutex_};
  change(operational_, wanted);
}

Result<void, AllocationRefusal> DeviceState::allocate(const Amounts& amounts) {
  const std::scoped_lock lock{mutex_};
  if (const auto allowed = may_use(); !allowed) return unexpected{allowed.error()};
  if (auto taken = capacities_.take(amounts); !taken) return unexpected{std::move(taken.error())};
  settle();
  return {};
}

Result<void, AllocationRefusal> DeviceState::deallocate(const Amounts& amounts) {
  const std::scoped_lock lock{mutex_};
  if (const auto allowed = may_release(); !allowed) return unexpected{allowed.error()};
  if (auto given = capacities_.give_back(amounts); !given)
    return unexpected{std::move(given.error())};
  settle();
  return {};
}

void DeviceState::keep_only(const Amounts& amounts) {
  const std::scoped_lock lock{mutex_};
  capacities_.keep_only(amounts);
  settle();
}

Result<void, StateRefusal> DeviceState::begin_use() {
  const std::scoped_lock lock{mutex_};
  if (const auto allowed = may_use(); !allowed) return allowed;
  ++uses_;
  settle();
  return {};
}

void DeviceState::end_use() {
  const std::scoped_lock lock{mutex_};
  --uses_;
  settle();
}

Result<void, StateRefusal> DeviceState::check_may_release() const {
  const std::scoped_lock lock{mutex_};
  return may_release();
}

bool DeviceState::has_capacity(const std::string& id) const {
  const std::scoped_lock lock{mutex_};
  return capacities_.has(id);
}

std::uint64_t DeviceState::left(const std::string& id) const {
  const std::scoped_lock lock{mutex_};
  return capacities_.left(id);
}

std::uint64_t DeviceState::total(const std::string& id) const {
  const std::scoped_lock lock{mutex_};
  return capacities_.total(id);
}

std::vector<std::string> DeviceState::capacities() const {
  const std::scoped_lock lock{mutex_};
  return capacities_.ids();
}

Result<void, StateRefusal> DeviceState::may_use() const {
  if (admin_ == AdminState::unlocked && operational_ == OperationalState::enabled) return {};
  return unexpected{StateRefusal{admin_, operational_}};
}

Result<void, StateRefusal> DeviceState::may_release() const {
  if (admin_ != AdminState::locked && operational_ == OperationalState::enabled) return {};
  return unexpected{StateRefusal{admin_, operational_}};
}

UsageState DeviceState::usage_now() const {
  if (uses_ == 0 && !capacities_.is_anything_taken()) return UsageState::idle;
  return capacities_.is_exhausted() ? UsageState::busy : UsageState::active;
}

template <class State>
void DeviceState::change(State& state, State to) {
  if (state == to) return;
  const Change<State> change{state, to};
  state = to;
  if (on_change_) on_change_(change);
}

void DeviceState::settle() {
  change(usage_, usage_now());
  if (admin_ == AdminState::shutting_down && usage_ == UsageState::idle)
    change(admin_, AdminState::locked);
}

}  // namespace orbweaver::device
