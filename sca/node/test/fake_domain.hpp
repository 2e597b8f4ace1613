// SPDX-License-Identifier: Apache-2.0
// A CF::DomainManager that notes which nodes, devices and services are registered at it.
#pragma once
#include <orbweaver/generated/sca/CF/DomainManager_poa.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace orbweaver::node::test {

class FakeDomain final : public CORBA::servant_traits<CF::DomainManager>::base_type {
 public:
  using OnCall = std::function<void(const std::string& call)>;
  using NodeRef = CORBA::object_reference<CF::DeviceManager>;
  using DeviceRef = CORBA::object_reference<CF::Device>;
  using ObjectRef = CORBA::object_reference<CORBA::Object>;

  /// `on_call` gets each registration as a line: "registerDevice gpp".
  explicit FakeDomain(OnCall on_call) : on_call_(std::move(on_call)) {}

  void registerDeviceManager(NodeRef node) override {
    if (refuses_nodes) throw CF::DomainManager::RegisterError(refusal, "the domain is full");
    const auto id = node->identifier();
    {
      const std::scoped_lock lock{mutex_};
      nodes_.push_back(node);
    }
    on_call_("registerDeviceManager " + id);
  }
  void unregisterDeviceManager(NodeRef node) override {
    if (has_lost_nodes) throw CF::InvalidObjectReference("the device manager is not registered");
    {
      const std::scoped_lock lock{mutex_};
      std::erase_if(nodes_, [&](const NodeRef& entry) { return entry->_is_equivalent(node); });
    }
    on_call_("unregisterDeviceManager");
  }
  void registerDevice(DeviceRef device, NodeRef node) override {
    if (refuses_devices) throw CF::DomainManager::RegisterError(refusal, "the device is leaving");
    if (loses_nodes) {
      unregisterDeviceManager(node);
      throw CF::DomainManager::DeviceManagerNotRegistered();
    }
    const auto id = device->identifier();
    {
      const std::scoped_lock lock{mutex_};
      devices_.push_back({device, id});
    }
    on_call_("registerDevice " + id);
  }
  // By its reference: a device that died says nothing any more.
  void unregisterDevice(DeviceRef device) override {
    std::string id = "?";
    {
      const std::scoped_lock lock{mutex_};
      for (const auto& known_device : devices_)
        if (known_device.first->_is_equivalent(device)) id = known_device.second;
    }
    on_call_("unregisterDevice " + id);
  }
  void registerService(ObjectRef, NodeRef, const std::string& name) override {
    on_call_("registerService " + name);
  }
  void unregisterService(ObjectRef, const std::string& name) override {
    on_call_("unregisterService " + name);
  }
  CF::DomainManager::DeviceManagerSequence deviceManagers() override {
    const std::scoped_lock lock{mutex_};
    return nodes_;
  }
  std::string identifier() override { return "fake"; }

  std::string domainManagerProfile() override { return {}; }
  CF::DomainManager::ApplicationSequence applications() override { return {}; }
  CF::DomainManager::ApplicationFactorySequence applicationFactories() override { return {}; }
  CORBA::object_reference<CF::FileManager> fileMgr() override { return nullptr; }
  void installApplication(const std::string&) override {}
  void uninstallApplication(const std::string&) override {}
  void registerWithEventChannel(ObjectRef, const std::string&, const std::string&) override {}
  void unregisterFromEventChannel(const std::string&, const std::string&) override {}
  void configure(const CF::Properties&) override {}
  void query(CF::Properties&) override {}

  bool refuses_nodes = false;
  std::atomic<bool> refuses_devices = false;
  std::atomic<CF::ErrorNumberType> refusal = CF::ErrorNumberType::CF_EBUSY;
  std::atomic<bool> has_lost_nodes = false;
  std::atomic<bool> loses_nodes = false;  // when one of their devices registers

 private:
  const OnCall on_call_;
  std::mutex mutex_;
  CF::DomainManager::DeviceManagerSequence nodes_;
  std::vector<std::pair<DeviceRef, std::string>> devices_;
};

}  // namespace orbweaver::node::test
