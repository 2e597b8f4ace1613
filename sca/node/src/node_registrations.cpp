// SPDX-License-Identifier: Apache-2.0
#include "node_registrations.hpp"

#include <algorithm>

namespace orbweaver::node {

namespace {

auto same_as(const DeviceRef& device) {
  return [&device](const DeviceRef& other) { return other->_is_equivalent(device); };
}

auto named(const std::string& name) {
  return [&name](const CF::DeviceManager::ServiceType& service_type) {
    return service_type.serviceName() == name;
  };
}

}  // namespace

NodeRegistrations::Added NodeRegistrations::add_device(const DeviceRef& device) {
  const std::scoped_lock lock{mutex_};
  if (std::ranges::any_of(devices_, same_as(device))) return Added::is_there;
  if (devices_.size() == kMost) return Added::no_room;
  devices_.push_back(device);
  return Added::yes;
}

bool NodeRegistrations::remove_device(const DeviceRef& device) {
  const std::scoped_lock lock{mutex_};
  return std::erase_if(devices_, same_as(device)) != 0;
}

bool NodeRegistrations::has_device(const DeviceRef& device) const {
  const std::scoped_lock lock{mutex_};
  return std::ranges::any_of(devices_, same_as(device));
}

CF::DeviceSequence NodeRegistrations::devices() const {
  const std::scoped_lock lock{mutex_};
  return devices_;
}

NodeRegistrations::Added NodeRegistrations::add_service(const ObjectRef& service,
                                                        const std::string& name) {
  const std::scoped_lock lock{mutex_};
  if (std::ranges::any_of(services_, named(name))) return Added::is_there;
  if (services_.size() == kMost) return Added::no_room;
  services_.emplace_back(service, name);
  return Added::yes;
}

bool NodeRegistrations::remove_service(const ObjectRef& service, const std::string& name) {
  const std::scoped_lock lock{mutex_};
  return std::erase_if(services_, [&](const CF::DeviceManager::ServiceType& service_type) {
           return service_type.serviceName() == name &&
                  service_type.serviceObject()->_is_equivalent(service);
         }) != 0;
}

CF::DeviceManager::ServiceSequence NodeRegistrations::services() const {
  const std::scoped_lock lock{mutex_};
  return services_;
}

ObjectRef NodeRegistrations::service(const std::string& name) const {
  const std::scoped_lock lock{mutex_};
  const auto found = std::ranges::find_if(services_, named(name));
  return found == services_.end() ? nullptr : found->serviceObject();
}

}  // namespace orbweaver::node
