// SPDX-License-Identifier: Apache-2.0
// CF::DomainManager. SCA 2.2.2, 3.1.3.2.3.
#pragma once
#include <orbweaver/generated/sca/CF/DomainManager_poa.hpp>
#include <orbweaver/os/mutex.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace orbweaver::domain {

struct Installed;
struct ManagerParts;
struct ApplicationParts;

/// Threads: any.
class DomainManager final : public CORBA::servant_traits<CF::DomainManager>::base_type {
 public:
  explicit DomainManager(std::shared_ptr<const ManagerParts> parts);

  // PropertySet: only the properties of own_properties.hpp.
  void configure(const CF::Properties& configProperties) override;
  void query(CF::Properties& configProperties) override;

  /// Empty: an embedded domain has no descriptor.
  std::string domainManagerProfile() override { return {}; }
  CF::DomainManager::DeviceManagerSequence deviceManagers() override;
  CF::DomainManager::ApplicationSequence applications() override;
  CF::DomainManager::ApplicationFactorySequence applicationFactories() override;
  CORBA::object_reference<CF::FileManager> fileMgr() override;
  std::string identifier() override;

  void installApplication(const std::string& profileFileName) override;
  void uninstallApplication(const std::string& applicationId) override;

  // Services of the domain's own node and, with a nil device manager, of clients.
  void registerService(CORBA::object_reference<CORBA::Object> registeringService,
                       CORBA::object_reference<CF::DeviceManager> registeredDeviceMgr,
                       const std::string& name) override;
  void unregisterService(CORBA::object_reference<CORBA::Object> unregisteringService,
                         const std::string& name) override;

  // Nodes and devices of other processes: see nodes.hpp. If the domain refuses nodes, CF_ENOTSUP.
  void registerDevice(CORBA::object_reference<CF::Device> registeringDevice,
                      CORBA::object_reference<CF::DeviceManager> registeredDeviceMgr) override;
  void registerDeviceManager(CORBA::object_reference<CF::DeviceManager> deviceMgr) override;
  void unregisterDeviceManager(CORBA::object_reference<CF::DeviceManager> deviceMgr) override;
  void unregisterDevice(CORBA::object_reference<CF::Device> unregisteringDevice) override;

  // Event channels: see management_events.hpp.
  void registerWithEventChannel(CORBA::object_reference<CORBA::Object> registeringObject,
                                const std::string& registeringId,
                                const std::string& eventChannelName) override;
  void unregisterFromEventChannel(const std::string& unregisteringId,
                                  const std::string& eventChannelName) override;

 private:
  [[nodiscard]] bool is_own_node(const CORBA::object_reference<CF::DeviceManager>& manager) const;
  [[nodiscard]] std::vector<std::string> problems() const;
  bool forgets_loss(const CF::Properties& asked);
  void replace(const std::string& folder, const std::string& sad);
  [[nodiscard]] std::filesystem::path new_files(const std::string& folder) const;
  void enter(const std::shared_ptr<const Installed>& installed);
  std::string take_out(const std::string& id);
  void report_installed() const;

  using Factory = CORBA::object_reference<CF::ApplicationFactory>;
  const std::shared_ptr<const ManagerParts> parts_;
  const std::shared_ptr<const ApplicationParts> domain_;  // used by the applications
  os::Mutex mutex_;
  std::map<std::string, Factory> factories_;          // by identifier
  std::map<std::string, std::string> files_, names_;  // of these, by identifier
};

}  // namespace orbweaver::domain
