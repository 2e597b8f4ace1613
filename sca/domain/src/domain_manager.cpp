// SPDX-License-Identifier: Apache-2.0
#include "domain_manager.hpp"

#include <orbweaver/files/error_number.hpp>
#include <orbweaver/generated/sca/CF/Sequences.hpp>
#include <orbweaver/program/exception_text.hpp>
#include <orbweaver/resource/own_properties.hpp>

#include <algorithm>
#include <mutex>
#include <system_error>

#include <orbweaver/registry/service_book.hpp>
#include "application_factory.hpp"
#include "deployed_application.hpp"
#include "file_swap.hpp"
#include "installed.hpp"
#include "manager_parts.hpp"
#include "running_applications.hpp"

namespace orbweaver::domain {

namespace {

using Number = CF::ErrorNumberType;
using Kind = registry::ManagementEvents::Kind;

constexpr const char* kOwnNodeOnly =
    "this domain has the node of its own process, and takes no other";
constexpr const char* kOwnNodeStays = "the node of the domain's own process stays until its end";

[[noreturn]] void refuse(const std::string& why) {
  throw CF::DomainManager::ApplicationInstallationError(Number::CF_EINVAL, why);
}

void require(const CORBA::Object* object, const char* what) {
  if (object == nullptr)
    throw CF::InvalidObjectReference(std::string{what} + " is a nil reference");
}

template <class T>
CORBA::Any any_of(T value) {
  CORBA::Any new_any;
  new_any <<= std::move(value);
  return new_any;
}

}  // namespace

DomainManager::DomainManager(std::shared_ptr<const ManagerParts> parts)
    : parts_(std::move(parts)), domain_(parts_, &parts_->domain) {}

void DomainManager::configure(const CF::Properties& configProperties) {
  if (configProperties.empty() || forgets_loss(configProperties)) return;
  CF::StringSequence given;
  const bool is_replacement = configProperties.size() == 1 &&
                              configProperties.front().id() == resource::kReplaceApplicationId &&
                              (configProperties.front().value() >>= given) && given.size() == 2;
  if (!is_replacement)
    throw CF::PropertySet::InvalidConfiguration("the domain has no such property that can be set",
                                                configProperties);
  try {
    replace(given[0], given[1]);
  } catch (const CORBA::UserException& wrong) {
    throw CF::PropertySet::InvalidConfiguration(program::text_of(wrong), configProperties);
  }
}

/// Returns false if `asked` does not ask for that.
bool DomainManager::forgets_loss(const CF::Properties& asked) {
  std::string id;
  if (asked.size() != 1 || asked.front().id() != resource::kForgetLossId ||
      !(asked.front().value() >>= id))
    return false;
  if (!parts_->nodes || !parts_->nodes->forget_loss(id))
    throw CF::PropertySet::InvalidConfiguration("no node and no device '" + id + "' is lost",
                                                asked);
  domain_->front_end.log_event("an operator says that '" + id +
                               "', which is lost, does not come back");
  return true;
}

/// Throws the exceptions of installApplication().
void DomainManager::replace(const std::string& folder, const std::string& sad) {
  program::with_alarm(domain_->options.events.on_log, "the replacement of " + sad, [&] {
    if (domain_->options.files_are_read_only)
      throw CF::DomainManager::ApplicationInstallationError(
          Number::CF_EROFS, folder + ": the domain's files are read-only for its clients");
    const auto fresh = new_files(folder);
    // Guards the files, too: it outlives the swap, whose destructor may restore them.
    std::unique_lock lock{mutex_, std::defer_lock};
    FileSwap swap{domain_->root.folder(), fresh,
                  [this](const std::string& line) { domain_->front_end.post_problem(line); }};
    const auto& on_problem = domain_->options.events.on_problem;
    // checks the new profiles before a file is changed
    (void)install(sad, profile::Root{fresh}, {}, on_problem);
    lock.lock();
    if (const auto done = swap.carry_out(); !done) refuse(done.error());
    const auto installed = install(sad, domain_->root, {}, on_problem);
    const auto before = std::ranges::find_if(
        files_, [&](const auto& file) { return file.second == installed->file; });
    const bool is_another = before == files_.end() || before->first != installed->id();
    if (is_another && factories_.contains(installed->id()))
      throw CF::DomainManager::ApplicationAlreadyInstalled();
    swap.keep();
    if (before != files_.end()) take_out(std::string{before->first});
    enter(installed);
    domain_->front_end.log_event("application '" + installed->name() + "' was replaced from " +
                                 installed->file);
    report_installed();
  });
}

std::filesystem::path DomainManager::new_files(const std::string& folder) const {
  const auto name = files::name_of(folder);
  auto path = domain_->root.folder() / name.last();
  std::error_code error;
  const bool is_one =
      name.steps().size() == 1 && name.last().starts_with(resource::kNewFiles) &&
      std::filesystem::symlink_status(path, error).type() == std::filesystem::file_type::directory;
  if (!is_one) refuse(folder + ": it is no folder of new files");
  return path;
}

void DomainManager::query(CF::Properties& configProperties) {
  const resource::OwnProperties own{
      {resource::kProblemsId, [this] { return any_of(CF::StringSequence(problems())); }},
      {resource::kForgetLossId, [] { return any_of(true); }},
      {resource::kReplaceApplicationId,
       [this] { return any_of(!domain_->options.files_are_read_only); }},
      {resource::kNamingServiceId, [this] {
         return any_of(domain_->target.orb->object_to_string(domain_->target.all_names));
       }}};
  resource::query(configProperties, own, [](CF::Properties& rest) {
    if (!rest.empty()) throw CF::UnknownProperties(rest);
  });
}

std::vector<std::string> DomainManager::problems() const {
  auto problems = parts_->nodes ? parts_->nodes->losses() : std::vector<std::string>{};
  if (!domain_->options.problems) return problems;
  for (auto& problem : domain_->options.problems()) problems.push_back(std::move(problem));
  return problems;
}

CF::DomainManager::DeviceManagerSequence DomainManager::deviceManagers() {
  CF::DomainManager::DeviceManagerSequence device_manager_sequence;
  if (parts_->own_node) device_manager_sequence.push_back(parts_->own_node);
  if (!parts_->nodes) return device_manager_sequence;
  for (auto& node : parts_->nodes->managers()) device_manager_sequence.push_back(std::move(node));
  return device_manager_sequence;
}

bool DomainManager::is_own_node(const CORBA::object_reference<CF::DeviceManager>& manager) const {
  return parts_->own_node && manager->_is_equivalent(parts_->own_node);
}

CF::DomainManager::ApplicationSequence DomainManager::applications() {
  CF::DomainManager::ApplicationSequence application_sequence;
  for (const auto& application : parts_->book.all())
    if (auto reference = application->reference())
      application_sequence.push_back(std::move(reference));
  return application_sequence;
}

CF::DomainManager::ApplicationFactorySequence DomainManager::applicationFactories() {
  const std::scoped_lock lock{mutex_};
  CF::DomainManager::ApplicationFactorySequence sequence;
  for (const auto& [id, factory] : factories_) sequence.push_back(factory);
  return sequence;
}

CORBA::object_reference<CF::FileManager> DomainManager::fileMgr() { return domain_->target.files; }
std::string DomainManager::identifier() { return domain_->options.name; }

void DomainManager::installApplication(const std::string& profileFileName) {
  program::with_alarm(
      domain_->options.events.on_log, "the installation of " + profileFileName, [&] {
        const auto installed = install(profileFileName, domain_->root, domain_->options.elsewhere,
                                       domain_->options.events.on_problem);
        const std::scoped_lock lock{mutex_};
        if (factories_.contains(installed->id()))
          throw CF::DomainManager::ApplicationAlreadyInstalled();
        enter(installed);
        domain_->front_end.log_event("application '" + installed->name() + "' was installed from " +
                                     installed->file);
        report_installed();
      });
}

/// Requires: mutex_ held.
void DomainManager::enter(const std::shared_ptr<const Installed>& installed) {
  const auto& id = installed->id();
  const auto servant = CORBA::make_reference<ApplicationFactory>(domain_, parts_->book, installed);
  factories_[id] =
      IDL::traits<CF::ApplicationFactory>::narrow(domain_->adapter->servant_to_reference(servant));
  files_[id] = installed->file;
  names_[id] = installed->name();
  domain_->management.added({Kind::APPLICATION_FACTORY, id, names_[id]}, factories_[id]);
}

/// Removes the application and returns its name. Requires: mutex_ held.
std::string DomainManager::take_out(const std::string& id) {
  const auto factory = factories_.extract(id).mapped();
  domain_->adapter->deactivate_object(domain_->adapter->reference_to_id(factory));
  files_.erase(id);
  auto name = std::move(names_.extract(id).mapped());
  domain_->management.removed({Kind::APPLICATION_FACTORY, id, name});
  return name;
}

/// Requires: mutex_ held.
void DomainManager::report_installed() const {
  if (!domain_->options.events.on_installed) return;
  std::vector<std::string> files;
  files.reserve(files_.size());
  for (const auto& [id, file] : files_) files.push_back(file);
  domain_->options.events.on_installed(files);
}

void DomainManager::uninstallApplication(const std::string& applicationId) {
  program::with_alarm(domain_->options.events.on_log,
                      "the removal of application '" + applicationId + "'", [&] {
                        const std::scoped_lock lock{mutex_};
                        if (!factories_.contains(applicationId))
                          throw CF::DomainManager::InvalidIdentifier();
                        domain_->front_end.log_event("application '" + take_out(applicationId) +
                                                     "' was uninstalled");
                        report_installed();
                      });
}

void DomainManager::registerService(CORBA::object_reference<CORBA::Object> registeringService,
                                    CORBA::object_reference<CF::DeviceManager> registeredDeviceMgr,
                                    const std::string& name) {
  program::with_alarm(
      domain_->options.events.on_log, "the registration of service '" + name + "'", [&] {
        require(registeringService.get(), "the service");
        if (registeredDeviceMgr && !is_own_node(registeredDeviceMgr)) {
          if (parts_->nodes &&
              parts_->nodes->register_service(registeringService, name, registeredDeviceMgr))
            return;
          throw CF::DomainManager::DeviceManagerNotRegistered();
        }
        if (!parts_->client_services.add(name, registeringService)) return;
        domain_->front_end.log_event("service '" + name + "' registered");
        parts_->applications.post_service_came();
      });
}

void DomainManager::unregisterService(CORBA::object_reference<CORBA::Object> unregisteringService,
                                      const std::string& name) {
  program::with_alarm(domain_->options.events.on_log, "unregisterService of '" + name + "'", [&] {
    require(unregisteringService.get(), "the service");
    if (parts_->nodes) parts_->nodes->check_unregisters_service(name);
    registry::remove_service(parts_->services, name, unregisteringService);
    if (!parts_->nodes || !parts_->nodes->service_unregistered(name))
      domain_->front_end.log_event("service '" + name + "' unregistered");
    parts_->applications.post_service_went(name);
  });
}

void DomainManager::registerDevice(CORBA::object_reference<CF::Device> registeringDevice,
                                   CORBA::object_reference<CF::DeviceManager> registeredDeviceMgr) {
  program::with_alarm(domain_->options.events.on_log, "the registration of a device", [&] {
    require(registeringDevice.get(), "the device");
    if (!parts_->nodes) throw CF::DomainManager::RegisterError(Number::CF_ENOTSUP, kOwnNodeOnly);
    require(registeredDeviceMgr.get(), "the device manager");
    parts_->nodes->register_device(registeringDevice, registeredDeviceMgr);
  });
}

void DomainManager::registerDeviceManager(CORBA::object_reference<CF::DeviceManager> deviceMgr) {
  program::with_alarm(domain_->options.events.on_log, "the registration of a node", [&] {
    require(deviceMgr.get(), "the device manager");
    if (!parts_->nodes) throw CF::DomainManager::RegisterError(Number::CF_ENOTSUP, kOwnNodeOnly);
    if (!is_own_node(deviceMgr)) parts_->nodes->register_manager(deviceMgr);
  });
}

void DomainManager::unregisterDeviceManager(CORBA::object_reference<CF::DeviceManager> deviceMgr) {
  program::with_alarm(domain_->options.events.on_log, "unregisterDeviceManager", [&] {
    require(deviceMgr.get(), "the device manager");
    if (!parts_->nodes || is_own_node(deviceMgr))
      throw CF::DomainManager::UnregisterError(Number::CF_ENOTSUP, kOwnNodeStays);
    parts_->nodes->unregister_manager(deviceMgr);
  });
}

void DomainManager::unregisterDevice(CORBA::object_reference<CF::Device> unregisteringDevice) {
  program::with_alarm(domain_->options.events.on_log, "unregisterDevice", [&] {
    require(unregisteringDevice.get(), "the device");
    if (!parts_->nodes) throw CF::DomainManager::UnregisterError(Number::CF_ENOTSUP, kOwnNodeStays);
    parts_->nodes->unregister_device(unregisteringDevice);
  });
}

void DomainManager::registerWithEventChannel(
    CORBA::object_reference<CORBA::Object> registeringObject, const std::string& registeringId,
    const std::string& eventChannelName) {
  require(registeringObject.get(), "the consumer");
  domain_->management.connect(registeringObject, registeringId, eventChannelName);
}

void DomainManager::unregisterFromEventChannel(const std::string& unregisteringId,
                                               const std::string& eventChannelName) {
  domain_->management.disconnect(unregisteringId, eventChannelName);
}

}  // namespace orbweaver::domain
