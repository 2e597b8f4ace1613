// SPDX-License-Identifier: Apache-2.0
// CF::DeviceManager of a node. SCA 2.2.2, 3.1.3.2.4.
#pragma once
#include <orbweaver/generated/sca/CF/DeviceManager_poa.hpp>

#include <memory>

#include "node_core.hpp"

namespace orbweaver::node {

/// Threads: any.
class DeviceManager final : public CORBA::servant_traits<CF::DeviceManager>::base_type {
 public:
  explicit DeviceManager(std::shared_ptr<NodeCore> core) : core_(std::move(core)) {}

  // PropertySet: the properties of the device manager's package and of own_properties.hpp.
  void configure(const CF::Properties& configProperties) override {
    core_->properties.configure(configProperties);
  }
  void query(CF::Properties& configProperties) override { core_->query(configProperties); }
  // PortSupplier: no ports.
  CORBA::object_reference<CORBA::Object> getPort(const std::string& name) override;

  std::string deviceConfigurationProfile() override { return core_->options.plan.profile; }
  CORBA::object_reference<CF::FileSystem> fileSys() override { return core_->files; }
  std::string identifier() override { return core_->options.plan.identifier; }
  std::string label() override { return core_->options.plan.label; }
  CF::DeviceSequence registeredDevices() override { return core_->registrations.devices(); }
  CF::DeviceManager::ServiceSequence registeredServices() override {
    return core_->registrations.services();
  }

  /// Returns before the device is initialised and registered with the domain: see Node.
  void registerDevice(CORBA::object_reference<CF::Device> registeringDevice) override {
    core_->register_device(registeringDevice);
  }
  void unregisterDevice(CORBA::object_reference<CF::Device> registeredDevice) override {
    core_->unregister_device(registeredDevice);
  }
  void registerService(CORBA::object_reference<CORBA::Object> registeringService,
                       const std::string& name) override {
    core_->register_service(registeringService, name);
  }
  void unregisterService(CORBA::object_reference<CORBA::Object> unregisteringService,
                         const std::string& name) override {
    core_->unregister_service(unregisteringService, name);
  }
  /// Returns at once; the node then ends.
  void shutdown() override;
  std::string getComponentImplementationId(const std::string& componentInstantiationId) override;

 private:
  const std::shared_ptr<NodeCore> core_;
};

}  // namespace orbweaver::node
