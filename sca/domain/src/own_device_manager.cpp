// SPDX-License-Identifier: Apache-2.0
#include "own_device_manager.hpp"

#include <orbweaver/registry/service_book.hpp>
#include "running_applications.hpp"

namespace orbweaver::domain {

void OwnDeviceManager::configure(const CF::Properties& configProperties) {
  if (!configProperties.empty())
    throw CF::PropertySet::InvalidConfiguration("the node has no properties", configProperties);
}

void OwnDeviceManager::query(CF::Properties& configProperties) {
  if (!configProperties.empty()) throw CF::UnknownProperties(configProperties);
}

CORBA::object_reference<CORBA::Object> OwnDeviceManager::getPort(const std::string&) {
  throw CF::PortSupplier::UnknownPort();
}

CORBA::object_reference<CF::FileSystem> OwnDeviceManager::fileSys() { return parts_.files; }
std::string OwnDeviceManager::identifier() { return parts_.domain + ":node"; }

CF::DeviceSequence OwnDeviceManager::registeredDevices() {
  CF::DeviceSequence device_sequence;
  for (const auto& device : parts_.devices->all())  // the book has those of other nodes, too
    if (device.ends == registry::KnownDevice::Ends::are_reported)
      device_sequence.push_back(device.device);
  return device_sequence;
}

CF::DeviceManager::ServiceSequence OwnDeviceManager::registeredServices() {
  CF::DeviceManager::ServiceSequence service_sequence;
  for (const auto& [name, service] : parts_.services->of_domain())
    service_sequence.emplace_back(service, name);
  return service_sequence;
}

void OwnDeviceManager::registerDevice(CORBA::object_reference<CF::Device>) {
  throw CF::InvalidObjectReference("an embedded domain has this machine as its one device");
}

void OwnDeviceManager::unregisterDevice(CORBA::object_reference<CF::Device>) {
  throw CF::InvalidObjectReference("an embedded domain has this machine as its one device");
}

void OwnDeviceManager::shutdown() {
  throw CORBA::NO_PERMISSION(0, CORBA::COMPLETED_NO, "the node ends with its process");
}

void OwnDeviceManager::registerService(CORBA::object_reference<CORBA::Object> registeringService,
                                       const std::string& name) {
  if (!registeringService) throw CF::InvalidObjectReference("the service is a nil reference");
  if (parts_.services->add(name, std::move(registeringService)))
    parts_.applications->post_service_came();
}

void OwnDeviceManager::unregisterService(
    CORBA::object_reference<CORBA::Object> unregisteringService, const std::string& name) {
  if (!unregisteringService) throw CF::InvalidObjectReference("the service is a nil reference");
  registry::remove_service(*parts_.services, name, unregisteringService);
  parts_.applications->post_service_went(name);
}

std::string OwnDeviceManager::getComponentImplementationId(const std::string&) { return {}; }

}  // namespace orbweaver::domain
