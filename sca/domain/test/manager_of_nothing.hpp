// SPDX-License-Identifier: Apache-2.0
// A domain manager that has nothing and takes nothing: what a test overrides is what it is about.
#pragma once
#include <orbweaver/generated/sca/CF/DomainManager_poa.hpp>

namespace orbweaver::domain::test {

class ManagerOfNothing : public CORBA::servant_traits<CF::DomainManager>::base_type {
 public:
  void configure(const CF::Properties& /*properties*/) override {}
  void query(CF::Properties& asked) override {
    if (!asked.empty()) throw CF::UnknownProperties(asked);
  }
  std::string domainManagerProfile() override { return {}; }
  CF::DomainManager::DeviceManagerSequence deviceManagers() override { return {}; }
  CF::DomainManager::ApplicationSequence applications() override { return {}; }
  CF::DomainManager::ApplicationFactorySequence applicationFactories() override { return {}; }
  CORBA::object_reference<CF::FileManager> fileMgr() override { return nullptr; }
  std::string identifier() override { return "other"; }
  void installApplication(const std::string& /*file*/) override {}
  void uninstallApplication(const std::string& /*id*/) override {}
  void registerService(CORBA::object_reference<CORBA::Object> /*service*/,
                       CORBA::object_reference<CF::DeviceManager> /*node*/,
                       const std::string& /*name*/) override {}
  void unregisterService(CORBA::object_reference<CORBA::Object> /*service*/,
                         const std::string& /*name*/) override {}
  void registerDevice(CORBA::object_reference<CF::Device> /*device*/,
                      CORBA::object_reference<CF::DeviceManager> /*node*/) override {}
  void registerDeviceManager(CORBA::object_reference<CF::DeviceManager> /*node*/) override {}
  void unregisterDeviceManager(CORBA::object_reference<CF::DeviceManager> /*node*/) override {}
  void unregisterDevice(CORBA::object_reference<CF::Device> /*device*/) override {}
  void registerWithEventChannel(CORBA::object_reference<CORBA::Object> /*consumer*/,
                                const std::string& /*id*/,
                                const std::string& /*channel*/) override {}
  void unregisterFromEventChannel(const std::string& /*id*/,
                                  const std::string& /*channel*/) override {}
};

}  // namespace orbweaver::domain::test
