// SPDX-License-Identifier: Apache-2.0
// Deployment's operations, carried out over CORBA: on CF devices, on CF::Resource and
// CF::ResourceFactory references, and in a naming context in which components register. SCA 2.2.2,
// 3.1.3.2.2 (create).
#pragma once
#include <orbweaver/corba/orb.hpp>
#include <orbweaver/deploy/registrations.hpp>
#include <orbweaver/deploy/target.hpp>
#include <orbweaver/generated/corba/CosNaming.hpp>
#include <orbweaver/generated/sca/CF/FileManager.hpp>
#include <orbweaver/generated/sca/CF/ResourceFactory.hpp>
#include <orbweaver/os/mutex.hpp>
#include <orbweaver/registry/device_book.hpp>
#include <orbweaver/registry/service_book.hpp>
#include <orbweaver/resource/any_bridge.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orbweaver::domain {

struct TargetParts {
  std::shared_ptr<CORBA::ORB> orb;
  std::shared_ptr<const registry::DeviceBook> devices;
  std::shared_ptr<const registry::ServiceBook> services;
  CORBA::object_reference<CF::FileManager> files;  // for clients
  /// The file manager from which devices load; nil: `files`.
  CORBA::object_reference<CF::FileManager> files_to_load = {};
  CORBA::object_reference<CosNaming::NamingContextExt> all_names;  // in which connections look up
  CORBA::object_reference<CosNaming::NamingContext> domain;   // the domain's context in all_names
  CORBA::object_reference<CosNaming::NamingContext> context;  // of the application's components
  std::string application;  // the application's name, unique in the domain
  /// Returns the application of this name; nil if there is none.
  std::function<CORBA::object_reference<CORBA::Object>(const std::string& name)> find_application;
  /// Returns the event channel of this name; makes it if there is none. If the function is empty or
  /// returns nil, there are no channels.
  std::function<CORBA::object_reference<CORBA::Object>(const std::string& name)> find_channel = {};
  /// Parameters of every program, such as options of its ORB. They come before the program's own.
  std::vector<std::pair<std::string, std::string>> parameters;
  /// Returns a new name for a program that is about to be executed: its NAME_BINDING.
  std::function<std::string(const deploy::ExecuteRequest& request)> name_program;
};

/// Carries out the operations of one application on devices, components, files and names. Threads:
/// any.
///
/// Every call of another process ends at the deadline of its limit. A request to stop ends a wait
/// for a registration at once, and prevents further calls; a call that is under way ends with its
/// process, or at its deadline.
class CorbaTarget final : public deploy::Target {
 public:
  template <class T>
  using Outcome = deploy::Outcome<T>;
  using Limit = deploy::Limit;

  explicit CorbaTarget(TargetParts parts);

  /// Call it when a component has bound `object` under the NAME_BINDING of `component`. Never
  /// blocks.
  void registered(const std::string& component, CORBA::object_reference<CORBA::Object> object);
  /// Returns the CF::Resource of a component; nil if the component is not registered, or is no
  /// resource.
  [[nodiscard]] CORBA::object_reference<CF::Resource> resource(const std::string& component) const;
  /// Returns the CF::Resource or CF::ResourceFactory of a component; nil if it is not registered.
  [[nodiscard]] CORBA::object_reference<CORBA::Object> object(const std::string& component) const;
  /// The NAME_BINDING of each component that was executed, by its identifier.
  [[nodiscard]] std::map<std::string, std::string> bindings() const;
  /// Identifiers of the components that were executed on the device.
  [[nodiscard]] std::vector<std::string> executed_on(const std::string& device) const;

  // For an application that another process deployed:

  /// Notes the names to which its components are bound, and the devices that execute them. Nothing
  /// is given back to a device before found_device() was called for it.
  void restore(const std::map<std::string, std::string>& bindings,
               const std::map<std::string, std::string>& devices_of_components,
               const std::vector<std::string>& devices);
  /// The book of devices has the device that the application used, as this entry.
  void found_device(const std::string& id, std::uint64_t entry);
  /// Finds out the object's type, and uses it as the component. Fails: as a call of the object; or
  /// if the object reports another identifier.
  [[nodiscard]] Outcome<void> find_again(const std::string& component,
                                         CORBA::object_reference<CORBA::Object> object,
                                         const Limit& limit);
  /// Returns the used devices that are still in the domain.
  [[nodiscard]] std::vector<registry::KnownDevice> used_devices() const;

  Outcome<void> allocate(const std::string& device, const deploy::Capacities& capacities,
                         const Limit& limit) override;
  Outcome<void> deallocate(const std::string& device, const deploy::Capacities& capacities,
                           const Limit& limit) override;
  Outcome<void> load(const deploy::LoadRequest& request, const Limit& limit) override;
  Outcome<void> unload(const deploy::LoadRequest& request, const Limit& limit) override;
  Outcome<deploy::ProcessId> execute(const deploy::ExecuteRequest& request,
                                     const Limit& limit) override;
  Outcome<void> terminate(const std::string& device, deploy::ProcessId process,
                          const Limit& limit) override;
  Outcome<void> await_registration(const std::string& component, const Limit& limit) override;
  Outcome<void> unbind(const std::string& component, const Limit& limit) override;
  Outcome<void> create_resource(const deploy::CreateRequest& request, const Limit& limit) override;
  Outcome<void> release_resource(const std::string& factory, const std::string& component,
                                 const Limit& limit) override;
  Outcome<void> shut_down(const std::string& factory, const Limit& limit) override;
  Outcome<void> initialise(const std::string& component, const Limit& limit) override;
  Outcome<void> configure(const std::string& component, const deploy::Capacities& values,
                          const Limit& limit) override;
  Outcome<void> start(const std::string& component, const Limit& limit) override;
  Outcome<void> stop(const std::string& component, const Limit& limit) override;
  Outcome<void> release(const std::string& component, const Limit& limit) override;
  Outcome<deploy::ObjectRef> find(const deploy::End& end, const Limit& limit) override;
  Outcome<void> connect(const deploy::ObjectRef& uses, const deploy::ObjectRef& provides,
                        const std::string& connection, const Limit& limit) override;
  Outcome<void> disconnect(const deploy::ObjectRef& uses, const std::string& connection,
                           const Limit& limit) override;

 private:
  using Object = CORBA::object_reference<CORBA::Object>;
  struct Component {
    CORBA::object_reference<CF::Resource> resource;        // nil: it is a factory
    CORBA::object_reference<CF::ResourceFactory> factory;  // nil: it is a resource
  };

  /// Returns the device, and notes that it is used. Fails: `failed` if the domain has no such
  /// device.
  [[nodiscard]] Outcome<registry::KnownDevice> device_to_use(const std::string& id);
  /// Calls `give_back` for a device that was used. Does nothing if the device has left the domain,
  /// or if another device registered under its id: what was taken is gone with it. Fails: `failed`
  /// for a device that was never used.
  [[nodiscard]] Outcome<void> give_back(
      const std::string& device, const Limit& limit,
      const std::function<void(const registry::KnownDevice& known)>& call) const;
  [[nodiscard]] std::string what_is_left(const registry::KnownDevice& known,
                                         const deploy::Capacities& capacities,
                                         const Limit& limit) const;
  [[nodiscard]] Outcome<CF::Properties> properties_of(const deploy::Capacities& values) const;
  [[nodiscard]] CF::Properties parameters_of(const deploy::ExecuteRequest& request);
  [[nodiscard]] CF::Properties options_of(const deploy::ExecuteRequest& request) const;
  [[nodiscard]] Component component(const std::string& identifier) const;
  [[nodiscard]] Outcome<void> call_resource(
      const std::string& component, const Limit& limit,
      const std::function<void(CF::Resource& resource)>& call) const;
  [[nodiscard]] Outcome<void> call_factory(
      const std::string& factory, const Limit& limit,
      const std::function<void(CF::ResourceFactory& factory)>& call) const;
  [[nodiscard]] Outcome<Object> owner_of(const deploy::End& end, const Limit& limit) const;
  [[nodiscard]] Outcome<Object> found(const deploy::FoundOwner& owner, const Limit& limit) const;

  const TargetParts parts_;
  const resource::AnyBridge bridge_;
  deploy::Registrations registrations_;
  mutable os::Mutex mutex_;
  std::map<std::string, Component> components_;        // by identifier
  std::map<std::string, std::string> bindings_;        // by identifier
  std::map<std::string, std::string> devices_;         // by component
  std::map<std::string, std::uint64_t> used_entries_;  // entries of the book, by device
};

}  // namespace orbweaver::domain
