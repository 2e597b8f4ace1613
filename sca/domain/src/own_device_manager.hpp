// SPDX-License-Identifier: Apache-2.0
// CF::DeviceManager of an embedded domain's one node: this process. SCA 2.2.2, 3.1.3.2.4.
#pragma once
#include <orbweaver/generated/sca/CF/DeviceManager_poa.hpp>
#include <orbweaver/registry/device_book.hpp>
#include <orbweaver/registry/service_book.hpp>

#include <memory>
#include <string>
#include <utility>

namespace orbweaver::domain {

class RunningApplications;

/// The parts of the domain that its own node uses.
struct OwnNodeParts {
  std::string domain;  // the domain's name
  CORBA::object_reference<CF::FileSystem> files;
  std::shared_ptr<const registry::DeviceBook> devices;
  std::shared_ptr<registry::ServiceBook> services;
  std::shared_ptr<RunningApplications> applications;  // some may wait for a service
};

/// Threads: any.
class OwnDeviceManager final : public CORBA::servant_traits<CF::DeviceManager>::base_type {
 public:
  explicit OwnDeviceManager(OwnNodeParts parts) : parts_(std::move(parts)) {}

  // PropertySet: no properties. PortSupplier: no ports.
  void configure(const CF::Properties& configProperties) override;
  void query(CF::Properties& configProperties) override;
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override;

  std::string deviceConfigurationProfile() override { return {}; }
  CORBA::object_reference<CF::FileSystem> fileSys() override;
  std::string identifier() override;
  std::string label() override { return "the domain's process"; }
  CF::DeviceSequence registeredDevices() override;
  CF::DeviceManager::ServiceSequence registeredServices() override;

  /// Throws InvalidObjectReference unless it is one of the devices that the domain was made with.
  void registerDevice(CORBA::object_reference<CF::Device> registeringDevice) override;
  void unregisterDevice(CORBA::object_reference<CF::Device> registeredDevice) override;
  /// Throws NO_PERMISSION: this node ends with its process.
  void shutdown() override;
  void registerService(CORBA::object_reference<CORBA::Object> registeringService,
                       const std::string& name) override;
  void unregisterService(CORBA::object_reference<CORBA::Object> unregisteringService,
                         const std::string& name) override;
  std::string getComponentImplementationId(const std::string& componentInstantiationId) override;

 private:
  const OwnNodeParts parts_;
};

}  // namespace orbweaver::domain
