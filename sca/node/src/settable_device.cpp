// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/kept.hpp>
#include <orbweaver/node/settable_device.hpp>

#include <utility>

namespace orbweaver::node {

namespace {

device::DeviceDescription description_of(const DeviceContext& context,
                                         std::vector<device::CapacityDescription> capacities) {
  const auto& given = context.arguments;
  return {.identifier = given.identifier,
          .label = given.label,
          .software_profile = given.profile,
          .capacities = std::move(capacities),
          .properties = {},
          .composite = context.composite};
}

}  // namespace

SettableDevice::SettableDevice(files::Adapter adapter, const DeviceContext& context,
                               std::vector<device::CapacityDescription> capacities,
                               std::vector<property::Property> properties,
                               device::DeviceState::OnChange on_change)
    : Device(std::move(adapter), description_of(context, std::move(capacities)),
             std::move(on_change)),
      on_released_(context.on_released),
      settings_(std::make_shared<resource::PropertyStore>(std::move(properties))),
      core_(settings_, resource::AnyBridge{context.orb}) {}

void SettableDevice::configure(const CF::Properties& given) {
  // A domain also uses configure() to report which uses of the device it knows.
  if (device::kept_of(given)) return Device::configure(given);
  core_.configure(given);
}

void SettableDevice::query(CF::Properties& asked) {
  const auto is_own = [&](const CF::DataType& property) {
    return settings_->get(property.id()).has_value();
  };
  CF::Properties own, others;
  for (const auto& property : asked) (is_own(property) ? own : others).push_back(property);
  if (asked.empty() || !own.empty()) core_.query(own);
  if (asked.empty() || !others.empty()) Device::query(others);
  if (asked.empty()) {
    asked = std::move(others);
    asked.insert(asked.end(), own.begin(), own.end());
    return;
  }
  auto next_own = own.begin();
  auto next_other = others.begin();
  for (auto& property : asked) property = is_own(property) ? *next_own++ : *next_other++;
}

void SettableDevice::releaseObject() {
  Device::releaseObject();
  if (on_released_) on_released_();
}

}  // namespace orbweaver::node
