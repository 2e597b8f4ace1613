#include "domain_manager.hpp"

#include "application_factory.hpp"
#include "deployed_application.hpp"

namespace orbweaver::domain {

namespace {

using Number = CF::ErrorNumberType;
using Kind = ManagementEvents::Kind;

constexpr const char* kOwnNodeOnly =
    "this domain has the node of its own process, and takes no other";
constexpr const char* kOwnNodeStays = "the node of the domain's own process stays until its end";

void require(const CORBA::Object* object, const char* what) {
  if (object == nullptr)
    throw CF::InvalidObjectReference(std::string{what} + " is a nil reference");
}

}  // namespace

void DomainManager::configure(const CF::Properties& configProperties) {
  if (!configProperties.empty())
    throw CF::PropertySet::InvalidConfiguration("the domain has no properties", configProperties);
}

void DomainManager::query(CF::Properties& configProperties) {
  if (!configProperties.empty()) throw CF::UnknownProperties(configProperties);
}

CF::DomainManager::DeviceManagerSequence DomainManager::deviceManagers() {
  CF::DomainManager::DeviceManagerSequence made;
  if (core_->node) made.push_back(core_->node);
  if (!core_->nodes) return made;
  for (auto& each : core_->nodes->managers()) made.push_back(std::move(each));
  return made;
}

bool DomainManager::is_own_node(const CORBA::object_reference<CF::DeviceManager>& manager) const {
  return core_->node && manager->_is_equivalent(core_->node);
}

CF::DomainManager::ApplicationSequence DomainManager::applications() {
  CF::DomainManager::ApplicationSequence made;
  for (const auto& each : core_->applications.all())
    if (auto reference = each->reference()) made.push_back(std::move(reference));
  return made;
}

CF::DomainManager::ApplicationFactorySequence DomainManager::applicationFactories() {
  const std::scoped_lock lock{mutex_};
  CF::DomainManager::ApplicationFactorySequence made;
  for (const auto& [id, factory] : factories_) made.push_back(factory);
  return made;
}

CORBA::object_reference<CF::FileManager> DomainManager::fileMgr() { return core_->files; }
std::string DomainManager::identifier() { return core_->options.name; }

void DomainManager::installApplication(const std::string& profileFileName) {
  program::with_alarm(core_->options.events.on_log, "the installation of " + profileFileName, [&] {
    const auto installed = install(profileFileName, core_->root, core_->options.elsewhere,
                                   core_->options.events.on_problem);
    const std::scoped_lock lock{mutex_};
    if (factories_.contains(installed->id()))
      throw CF::DomainManager::ApplicationAlreadyInstalled();
    const auto servant = CORBA::make_reference<ApplicationFactory>(core_, installed);
    factories_[installed->id()] =
        IDL::traits<CF::ApplicationFactory>::narrow(core_->adapter->servant_to_reference(servant));
    files_[installed->id()] = installed->file;
    names_[installed->id()] = installed->name();
    core_->management->added({Kind::APPLICATION_FACTORY, installed->id(), installed->name()},
                             factories_[installed->id()]);
    core_->log_event("application '" + installed->name() + "' was installed from " +
                     installed->file);
    report_installed();
  });
}

/// Requires: mutex_ held.
void DomainManager::report_installed() const {
  if (!core_->options.events.on_installed) return;
  std::vector<std::string> files;
  for (const auto& [id, file] : files_) files.push_back(file);
  core_->options.events.on_installed(files);
}

void DomainManager::uninstallApplication(const std::string& applicationId) {
  program::with_alarm(
      core_->options.events.on_log, "the removal of application '" + applicationId + "'", [&] {
        const std::scoped_lock lock{mutex_};
        const auto found = factories_.find(applicationId);
        if (found == factories_.end()) throw CF::DomainManager::InvalidIdentifier();
        core_->adapter->deactivate_object(core_->adapter->reference_to_id(found->second));
        factories_.erase(found);
        files_.erase(applicationId);
        core_->management->removed(
            {Kind::APPLICATION_FACTORY, applicationId, names_[applicationId]});
        core_->log_event("application '" + names_[applicationId] + "' was uninstalled");
        names_.erase(applicationId);
        report_installed();
      });
}

void DomainManager::registerService(CORBA::object_reference<CORBA::Object> registeringService,
                                    CORBA::object_reference<CF::DeviceManager> registeredDeviceMgr,
                                    const std::string& name) {
  program::with_alarm(
      core_->options.events.on_log, "the registration of service '" + name + "'", [&] {
        require(registeringService.get(), "the service");
        if (registeredDeviceMgr && !is_own_node(registeredDeviceMgr)) {
          if (core_->nodes &&
              core_->nodes->register_service(registeringService, name, registeredDeviceMgr))
            return;
          throw CF::DomainManager::DeviceManagerNotRegistered();
        }
        if (!core_->services->add(name, registeringService)) return;
        core_->log_event("service '" + name + "' registered");
        core_->post_service_came();
      });
}

void DomainManager::unregisterService(CORBA::object_reference<CORBA::Object> unregisteringService,
                                      const std::string& name) {
  program::with_alarm(core_->options.events.on_log, "unregisterService of '" + name + "'", [&] {
    require(unregisteringService.get(), "the service");
    if (!core_->services->remove(name))
      throw CF::InvalidObjectReference("no service '" + name + "' is registered");
    if (!core_->nodes || !core_->nodes->service_unregistered(name))
      core_->log_event("service '" + name + "' unregistered");
    core_->post_service_went(name);
  });
}

void DomainManager::registerDevice(CORBA::object_reference<CF::Device> registeringDevice,
                                   CORBA::object_reference<CF::DeviceManager> registeredDeviceMgr) {
  program::with_alarm(core_->options.events.on_log, "the registration of a device", [&] {
    require(registeringDevice.get(), "the device");
    if (!core_->nodes) throw CF::DomainManager::RegisterError(Number::CF_ENOTSUP, kOwnNodeOnly);
    require(registeredDeviceMgr.get(), "the device manager");
    core_->nodes->register_device(registeringDevice, registeredDeviceMgr);
  });
}

void DomainManager::registerDeviceManager(CORBA::object_reference<CF::DeviceManager> deviceMgr) {
  program::with_alarm(core_->options.events.on_log, "the registration of a node", [&] {
    require(deviceMgr.get(), "the device manager");
    if (!core_->nodes) throw CF::DomainManager::RegisterError(Number::CF_ENOTSUP, kOwnNodeOnly);
    if (!is_own_node(deviceMgr)) core_->nodes->register_manager(deviceMgr);
  });
}

void DomainManager::unregisterDeviceManager(CORBA::object_reference<CF::DeviceManager> deviceMgr) {
  program::with_alarm(core_->options.events.on_log, "unregisterDeviceManager", [&] {
    require(deviceMgr.get(), "the device manager");
    if (!core_->nodes || is_own_node(deviceMgr))
      throw CF::DomainManager::UnregisterError(Number::CF_ENOTSUP, kOwnNodeStays);
    core_->nodes->unregister_manager(deviceMgr);
  });
}

void DomainManager::unregisterDevice(CORBA::object_reference<CF::Device> unregisteringDevice) {
  program::with_alarm(core_->options.events.on_log, "unregisterDevice", [&] {
    require(unregisteringDevice.get(), "the device");
    if (!core_->nodes) throw CF::DomainManager::UnregisterError(Number::CF_ENOTSUP, kOwnNodeStays);
    core_->nodes->unregister_device(unregisteringDevice);
  });
}

void DomainManager::registerWithEventChannel(
    CORBA::object_reference<CORBA::Object> registeringObject, const std::string& registeringId,
    const std::string& eventChannelName) {
  require(registeringObject.get(), "the consumer");
  core_->management->connect(registeringObject, registeringId, eventChannelName);
}

void DomainManager::unregisterFromEventChannel(const std::string& unregisteringId,
                                               const std::string& eventChannelName) {
  core_->management->disconnect(unregisteringId, eventChannelName);
}

}  // namespace orbweaver::domain
