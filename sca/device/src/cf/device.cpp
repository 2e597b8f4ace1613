// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/device.hpp>

#include <orbweaver/device/property_values.hpp>

#include <orbweaver/base/clock.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

namespace orbweaver::device {

namespace {

constexpr Nanoseconds kMostWait = std::chrono::seconds{1};

Amounts totals_of(const DeviceDescription& description) {
  Amounts totals;
  for (const auto& capacity : description.capacities)
    totals.push_back({capacity.id, capacity.total});
  return totals;
}

CF::Properties with_ids(const CF::Properties& properties, const std::vector<std::string>& ids) {
  CF::Properties found;
  for (const auto& property : properties)
    if (std::ranges::find(ids, property.id()) != ids.end()) found.push_back(property);
  return found;
}

CF::Device::AdminType to_cf(AdminState state) {
  switch (state) {
    case AdminState::shutting_down:
      return CF::Device::AdminType::SHUTTING_DOWN;
    case AdminState::unlocked:
      return CF::Device::AdminType::UNLOCKED;
    case AdminState::locked:
      break;
  }
  return CF::Device::AdminType::LOCKED;
}

AdminState from_cf(CF::Device::AdminType state) {
  return state == CF::Device::AdminType::UNLOCKED ? AdminState::unlocked : AdminState::locked;
}

}  // namespace

Device::Device(files::Adapter adapter, DeviceDescription description,
               DeviceState::OnChange on_change)
    : adapter_(std::move(adapter)),
      description_(std::move(description)),
      state_(totals_of(description_), std::move(on_change)) {}

void Device::releaseObject() {
  state_.set_admin(AdminState::locked);
  adapter_->deactivate_object(adapter_->servant_to_id(shared_from_this()));
}

void Device::runTest(std::uint32_t /*testid*/, CF::Properties& /*testValues*/) {
  throw CF::TestableObject::UnknownTest();
}

void Device::configure(const CF::Properties& configProperties) {
  if (configProperties.empty()) return;
  if (const auto kept = kept_of(configProperties)) {
    const std::unique_lock lock{taking_, kMostWait};
    if (!lock.owns_lock())
      throw CORBA::TRANSIENT(0, CORBA::COMPLETED_NO,
                             description_.label + ": an operation is under way; try again");
    return keep_only(*kept);
  }
  throw CF::PropertySet::InvalidConfiguration(
      description_.label + ": no property of this device can be configured", configProperties);
}

void Device::keep_only(const Kept& kept) {
  CF::Properties known;
  std::ranges::copy_if(kept.capacities, std::back_inserter(known),
                       [&](const auto& entry) { return capacity(entry.id()) != nullptr; });
  state_.keep_only(amounts_of(known));
}

IDL::traits<CORBA::Object>::ref_type Device::getPort(const std::string& /*name*/) {
  throw CF::PortSupplier::UnknownPort();
}

// ---- properties ----

const CapacityDescription* Device::capacity(const std::string& id) const {
  const auto found = std::ranges::find(description_.capacities, id, &CapacityDescription::id);
  return found == description_.capacities.end() ? nullptr : &*found;
}

CF::DataType Device::left_of(const CapacityDescription& capacity) const {
  const auto left = state_.left(capacity.id);
  CORBA::Any value;
  if (capacity.type == CapacityType::double_precision)
    value <<= static_cast<double>(left) / capacity.units_per_one;
  else
    value <<= std::uint64_t{left / capacity.units_per_one};
  return CF::DataType{capacity.id, std::move(value)};
}

bool Device::answer(CF::DataType& property) const {
  if (const auto* const known = capacity(property.id())) {
    property = left_of(*known);
    return true;
  }
  for (const auto& entry : description_.properties) {
    if (entry.id() != property.id()) continue;
    property = entry;
    return true;
  }
  if (property.id() != kGivesBack) return false;
  CORBA::Any yes;
  yes <<= true;
  property.value(std::move(yes));
  return true;
}

void Device::query(CF::Properties& configProperties) {
  if (configProperties.empty()) {
    for (const auto& capacity : description_.capacities)
      configProperties.push_back(left_of(capacity));
    std::ranges::copy(description_.properties, std::back_inserter(configProperties));
    return;
  }
  CF::Properties unknown;
  for (auto& config_property : configProperties)
    if (!answer(config_property)) unknown.push_back(config_property);
  if (!unknown.empty()) throw CF::UnknownProperties(std::move(unknown));
}

// ---- states ----

CF::Device::UsageType Device::usageState() {
  switch (state_.usage()) {
    case UsageState::active:
      return CF::Device::UsageType::ACTIVE;
    case UsageState::busy:
      return CF::Device::UsageType::BUSY;
    case UsageState::idle:
      break;
  }
  return CF::Device::UsageType::IDLE;
}

CF::Device::AdminType Device::adminState() { return to_cf(state_.admin()); }

void Device::adminState(CF::Device::AdminType adminState) { state_.set_admin(from_cf(adminState)); }

CF::Device::OperationalType Device::operationalState() {
  return state_.operational() == OperationalState::enabled ? CF::Device::OperationalType::ENABLED
                                                           : CF::Device::OperationalType::DISABLED;
}

void Device::refuse(const StateRefusal& refusal) const {
  throw CF::Device::InvalidState(description_.label + ": " + std::string{describe(refusal)});
}

// ---- capacities ----

Amounts Device::amounts_of(const CF::Properties& capacities) const {
  Amounts amounts;
  CF::Properties wrong;
  for (const auto& entry : capacities) {
    const auto* const known = capacity(entry.id());
    const auto units = known ? units_of_value(entry.value(), known->units_per_one) : std::nullopt;
    if (units)
      amounts.push_back({entry.id(), *units});
    else
      wrong.push_back(entry);
  }
  if (wrong.empty()) return amounts;
  throw CF::Device::InvalidCapacity(description_.label + ": '" + wrong.front().id() +
                                        "' is no capacity of this device, or its value is no "
                                        "number of 0 or more",
                                    wrong);
}

void Device::refuse(const CapacityRefusal& refusal, const CF::Properties& capacities) const {
  throw CF::Device::InvalidCapacity(
      description_.label + ": more is given back than was taken of '" + refusal.ids.front() + "'",
      with_ids(capacities, refusal.ids));
}

bool Device::allocateCapacity(const CF::Properties& capacities) {
  const auto taking = begin_taking();
  const auto taken = state_.allocate(amounts_of(capacities));
  if (taken) return true;
  if (const auto* const refusal = std::get_if<StateRefusal>(&taken.error())) refuse(*refusal);
  return false;  // amounts_of() refused unknown ones: there is not enough
}

void Device::deallocateCapacity(const CF::Properties& capacities) {
  const auto given = state_.deallocate(amounts_of(capacities));
  if (given) return;
  if (const auto* const refusal = std::get_if<StateRefusal>(&given.error())) refuse(*refusal);
  refuse(std::get<CapacityRefusal>(given.error()), capacities);
}

}  // namespace orbweaver::device
