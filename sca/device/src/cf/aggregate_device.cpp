// SPDX-License-Identifier: Apache-2.0
#include <orbweaver/device/aggregate_device.hpp>

#include <algorithm>
#include <utility>

namespace orbweaver::device {

namespace {

void require(const DeviceParts::Device& device) {
  if (!device) throw CF::InvalidObjectReference("the device is a nil reference");
}

auto same_as(const DeviceParts::Device& device) {
  return [&device](const DeviceParts::Device& other) { return other->_is_equivalent(device); };
}

}  // namespace

void DeviceParts::add(const Device& device) {
  require(device);
  const std::scoped_lock lock{mutex_};
  if (std::ranges::any_of(devices_, same_as(device))) return;
  if (devices_.size() == kMost)
    throw CF::InvalidObjectReference("the composite device takes no more parts");
  devices_.push_back(device);
}

void DeviceParts::remove(const Device& device) {
  require(device);
  const std::scoped_lock lock{mutex_};
  if (std::erase_if(devices_, same_as(device)) == 0)
    throw CF::InvalidObjectReference("the device is no part of this composite device");
}

CF::DeviceSequence DeviceParts::all() const {
  const std::scoped_lock lock{mutex_};
  return devices_;
}

// Releases the parts without the lock, since a part removes itself when it is released.
std::vector<std::string> DeviceParts::release_all() {
  CF::DeviceSequence devices;
  {
    const std::scoped_lock lock{mutex_};
    devices = std::exchange(devices_, {});
  }
  std::vector<std::string> failed;
  for (const auto& device : devices) {
    try {
      device->releaseObject();
    } catch (const CORBA::Exception& exception) {
      failed.emplace_back(exception.what());
    }
  }
  return failed;
}

}  // namespace orbweaver::device
